import {
  type ButtonHTMLAttributes,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
import type { MenuItem } from './MenuList.tsx';
import { useOnDemand } from './onDemand.ts';

type MenuProps = {
  label: string;
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>;
  /** A separator between groups. */
  groups: readonly (readonly MenuItem[])[];
};

const load = async () => (await import('./MenuList.tsx')).MenuList;

/**
 * A menu button with arrow keys, Home, End and type-ahead. The list's code loads when the pointer or focus comes
 * near.
 */
export const Menu = ({ label, trigger, groups }: MenuProps) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [openBy, setOpenBy] = useState<'pointer' | 'key'>();
  const { Part: List, near, press } = useOnDemand(load);
  const toggle = async (by: 'pointer' | 'key') => {
    if (openBy) setOpenBy(undefined);
    else if (await press()) setOpenBy(by);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // Otherwise the browser moves the focus back to the pressed button.
    if (!openBy) event.preventDefault();
    void toggle('pointer');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    void toggle('key');
  };
  return (
    <>
      {cloneElement(trigger, {
        key: 'button',
        ref: button,
        id: `${id}-button`,
        'aria-haspopup': 'menu',
        'aria-expanded': openBy !== undefined,
        'aria-controls': openBy && `${id}-list`,
        onPointerEnter: near,
        onFocus: near,
        onPointerDown,
        onKeyDown,
      })}
      {List && (
        <List
          id={id}
          label={label}
          groups={groups}
          button={button}
          openBy={openBy}
          onClose={() => setOpenBy(undefined)}
        />
      )}
    </>
  );
};
