import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

const STEP = 16;

type Limits = { least: number; most: number; usual: number };

const within = ({ least, most }: Limits, width: number): number => Math.round(Math.min(most, Math.max(least, width)));

const storedWidth = (name: string, limits: Limits): number => {
  const stored = Number(localStorage.getItem(name));
  return stored > 0 ? within(limits, stored) : limits.usual;
};

/**
 * The width of the right of two columns, in CSS pixels, as this browser last had it. `style` gives the grid
 * `--right-width`; `divider` is a separator to drag, or to move with the arrow keys. Home and a double click restore
 * the usual width.
 */
export const useDivider = (name: string, label: string, limits: Limits) => {
  const [width, setWidth] = useState(() => storedWidth(name, limits));
  const from = useRef<{ x: number; width: number }>(undefined);
  const change = (to: number) => {
    const next = within(limits, to);
    setWidth(next);
    localStorage.setItem(name, String(next));
  };
  const press = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: limits.usual }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  const grab = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture?.(event.pointerId);
    from.current = { x: event.clientX, width };
  };
  const drag = ({ clientX }: PointerEvent) => {
    if (from.current) change(from.current.width + from.current.x - clientX);
  };
  const drop = () => {
    from.current = undefined;
  };
  const divider = (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused and dragged
    <div
      className="divider"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      aria-valuenow={width}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={() => change(limits.usual)}
    />
  );
  return { divider, style: { '--right-width': `${width}px` } as CSSProperties };
};
