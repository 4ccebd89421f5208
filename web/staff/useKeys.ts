import { useEffect, useRef, useSyncExternalStore } from 'react';

/** `name`: what the key does, for the list of keys. */
export type Key = { key: string; name: string; run: () => void };

const KEPT = 'keys';
const listeners = new Set<() => void>();

const areOn = (): boolean => localStorage.getItem(KEPT) !== 'off';

/** Single keys can be switched off: speech input and screen readers may send them by accident. */
export const turnKeys = (on: boolean): void => {
  if (on) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, 'off');
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useKeysAreOn = (): boolean => useSyncExternalStore(subscribe, areOn);

/** Radio buttons and checkboxes take no letters or digits. */
const FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS));

const openDialog = (): Element | null => document.querySelector('[role="dialog"], [role="alertdialog"]');

/** ⌘↵ or Ctrl+↵ sends the form of the open dialog, or else the form in which somebody types. */
const confirms = ({ key, metaKey, ctrlKey, repeat, target }: KeyboardEvent): boolean => {
  if (key !== 'Enter' || (!metaKey && !ctrlKey) || repeat) return false;
  const dialog = openDialog();
  const typed = target instanceof HTMLElement ? target.closest('form') : null;
  const form = dialog ? dialog.querySelector('form') : typed;
  form?.requestSubmit();
  return form != null;
};

/** Single keys of a screen. Nothing happens while typing, with a modifier, in an open dialog or menu, or when switched off. */
export const useKeys = (keys: readonly Key[]): void => {
  const on = useKeysAreOn();
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (confirms(event)) return event.preventDefault();
      const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
      if (!on || ctrlKey || metaKey || altKey || isComposing || isField(target)) return;
      if (openDialog() || document.querySelector('[role="menu"]')) return;
      const pressed = latest.current.find((one) => one.key === key);
      if (!pressed) return;
      event.preventDefault();
      pressed.run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
};
