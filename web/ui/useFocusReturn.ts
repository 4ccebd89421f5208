import { useLayoutEffect, useRef } from 'react';
import { lastFocus } from './lastFocus.ts';

/** Our dialogs have no trigger element, so remember what had the focus and restore it. */
export const useFocusReturn = (open: boolean): ((event: Event) => void) => {
  const from = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open) from.current = lastFocus();
  }, [open]);
  return (event) => {
    event.preventDefault();
    // The action's button may be gone.
    const { current } = from;
    if (current?.isConnected && !current.matches(':disabled')) current.focus();
    else document.getElementById('main')?.focus();
  };
};
