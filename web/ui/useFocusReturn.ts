import { useLayoutEffect, useRef } from 'react';

/** An item of a menu is gone by then: its menu's button stands for it. */
const lasting = (element: Element | null): HTMLElement | null => {
  const opener = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (opener ? document.getElementById(opener) : element) as HTMLElement | null;
};

/** Our dialogs have no trigger of their own, so what had the focus when one opened is remembered, and gets it back. */
export const useFocusReturn = (open: boolean): ((event: Event) => void) => {
  const from = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open) from.current = lasting(document.activeElement);
  }, [open]);
  return (event) => {
    event.preventDefault();
    // The button of an action is gone once the action is done.
    const { current } = from;
    if (current?.isConnected && !current.matches(':disabled')) current.focus();
    else document.getElementById('main')?.focus();
  };
};
