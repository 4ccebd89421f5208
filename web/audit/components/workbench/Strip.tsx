import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MONEY_BAND_NAMES } from '#domain/audit/replay/moneyBands.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { currencyCode, EURO, formatSum } from '#domain/shared/currencies.ts';
import { Button } from '../../../ui/Button.tsx';
import { useNow } from '../../../ui/useNow.ts';
import type { Row } from './rows.ts';
import {
  BAND_COLOURS,
  BAND_WORDS,
  cutsOf,
  drawStrip,
  type StripData,
  scaleOf,
  sizesOf,
  wordsAt,
} from './stripPicture.ts';
import type { Zone } from './zones.ts';

const USUAL_WIDTH = 1000;
/** The currency of the payment; euros before it. */
const currencyIn = (rows: readonly Row[]): string => {
  const told = rows.find(({ event }) => event.data.captured !== undefined)?.event.data.currency;
  return typeof told === 'string' ? currencyCode(told) : EURO;
};

const wordOf = (kind: string): string => staffDeadlineWords(kind).title;

type Handle = 'a' | 'b' | 'e';
export type StripProps = Pick<StripData, 'rows' | 'lanes' | 'money' | 'spans'> & {
  a: number;
  b: number;
  e: number;
  /** Handles that stay where they are while the event moves. */
  isFixed: Readonly<Record<'a' | 'b', boolean>>;
  zone: Zone;
  onRelease: (handle: 'a' | 'b') => void;
  /** `jump`: a press; a drag goes on from it. */
  onMove: (handle: Handle, revision: number, how?: 'jump') => void;
};

const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 };

type GripProps = { handle: 'a' | 'b'; row: Row | undefined; last: number; x: number; onMove: StripProps['onMove'] };

const Grip = ({ handle, row, last, x, onMove }: GripProps) => {
  const revision = row?.revision ?? 0;
  const name = handle.toUpperCase();
  const press = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? last : by === undefined ? undefined : revision + by;
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(handle, Math.min(last, Math.max(0, to)));
  };
  return (
    <div
      className={`grip grip-${handle}`}
      data-handle={handle}
      role="slider"
      tabIndex={0}
      aria-label={`Handle ${name}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={revision}
      aria-valuetext={row ? `${name} at event ${revision}, ${row.type}` : `${name} before the first event`}
      style={{ transform: `translateX(${x}px)` }}
      onKeyDown={press}
    >
      <b aria-hidden="true">{`${name} ${row ? revision : 'start'}`}</b>
    </div>
  );
};

type FixedProps = { handle: 'a' | 'b'; revision: number; onRelease: StripProps['onRelease'] };

const Fixed = ({ handle, revision, onRelease }: FixedProps) => (
  <span>
    {`Handle ${handle.toUpperCase()} is fixed at event ${revision}. `}
    <Button size="sm" look="quiet" onClick={() => onRelease(handle)}>
      {`Release ${handle.toUpperCase()}`}
    </Button>
  </span>
);

const Legend = () => (
  <p className="strip-legend">
    {MONEY_BAND_NAMES.map((band) => (
      <span key={band}>
        <i style={{ background: `var(${BAND_COLOURS[band]})` }} />
        {BAND_WORDS[band]}
      </span>
    ))}
  </p>
);

/** Lanes by actor, money and deadlines over time, with the two handles and the chosen event. */
export const Strip = ({ rows, lanes, money, spans, a, b, e, isFixed, zone, onRelease, onMove }: StripProps) => {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<Handle | undefined>(undefined);
  const [width, setWidth] = useState(USUAL_WIDTH);
  const [tip, setTip] = useState<{ x: number; y: number; words: string }>();

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || USUAL_WIDTH);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const now = useNow();
  const currency = useMemo(() => currencyIn(rows), [rows]);
  const data = useMemo(() => {
    const sumWord = (cents: number) => formatSum(cents, currency);
    return { rows, lanes, money, spans, zone, now, deadlineWord: wordOf, sumWord };
  }, [rows, lanes, money, spans, zone, now, currency]);
  const scale = useMemo(() => scaleOf(data, width), [data, width]);
  const sizes = useMemo(() => sizesOf(data, scale), [data, scale]);
  const cuts = useMemo(() => cutsOf(data, sizes), [data, sizes]);
  useEffect(() => {
    if (canvas.current) drawStrip(canvas.current, data, scale, sizes, width);
  }, [data, scale, sizes, width]);

  const xOf = (revision: number): number =>
    scale.toX((revision < 0 ? rows[0] : (rows[revision] ?? rows.at(-1)))?.instant ?? 0);
  const rowAt = (event: PointerEvent): number => {
    const { left = 0 } = box.current?.getBoundingClientRect() ?? {};
    return rows[scale.toRow(event.clientX - left)]?.revision ?? 0;
  };
  const grab = (event: PointerEvent) => {
    const { handle } = (event.target as HTMLElement).closest<HTMLElement>('[data-handle]')?.dataset ?? {};
    dragged.current = handle === 'a' || handle === 'b' ? handle : 'e';
    event.currentTarget.setPointerCapture?.(event.pointerId);
    setTip(undefined);
    if (dragged.current === 'e') onMove('e', rowAt(event), 'jump');
  };
  const drag = (event: PointerEvent) => {
    if (dragged.current) return onMove(dragged.current, rowAt(event));
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {};
    const at = { x: event.clientX - left, y: event.clientY - top };
    const words = wordsAt(at, data, scale, sizes, width);
    setTip(words === '' ? undefined : { ...at, words });
  };
  const drop = () => {
    dragged.current = undefined;
  };

  /** The button goes with its handle, so the focus moves to the handle. */
  const release = (handle: 'a' | 'b') => {
    box.current?.querySelector<HTMLElement>(`[data-handle="${handle}"]`)?.focus();
    onRelease(handle);
  };

  const last = rows.at(-1)?.revision ?? 0;
  const [from, to] = [xOf(Math.min(a, b)), xOf(Math.max(a, b))];
  const range: CSSProperties = { transform: `translateX(${from}px)`, width: Math.max(0, to - from) };
  return (
    <section className="history-strip" aria-label="Timeline">
      <div
        ref={box}
        className="strip-box"
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
        onPointerLeave={() => setTip(undefined)}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${rows.length} events in lanes: ${lanes.join(', ')}. The table below lists them.`}
          style={{ height: sizes.height }}
        />
        {cuts.map(({ x, y, date, words }) => (
          <span key={y} className="strip-cut" title={words} style={{ left: x + 2, top: y }}>
            <span aria-hidden="true">
              → <span>{date}</span>
            </span>
            <span className="sr-only">{words}</span>
          </span>
        ))}
        <div className="strip-range" style={range} />
        <div className="strip-cursor" style={{ transform: `translateX(${xOf(e)}px)` }} />
        <Grip handle="a" row={rows[a]} last={last} x={from === to ? from : xOf(a)} onMove={onMove} />
        <Grip handle="b" row={rows[b]} last={last} x={xOf(b)} onMove={onMove} />
        {tip && (
          <p
            className="strip-tip"
            aria-hidden="true"
            style={{
              top: tip.y + 14,
              ...(tip.x > width / 2 ? { right: width - tip.x } : { left: tip.x }),
            }}
          >
            {tip.words}
          </p>
        )}
      </div>
      {money.length > 0 && <Legend />}
      <div className="strip-handles" role="status">
        {(['a', 'b'] as const)
          .filter((handle) => isFixed[handle])
          .map((handle) => (
            <Fixed key={handle} handle={handle} revision={handle === 'a' ? a : b} onRelease={release} />
          ))}
      </div>
    </section>
  );
};
