import { useLayoutEffect, useRef } from 'react';
import { lastFocus } from './lastFocus.ts';

/** Our dialogs have no trigger of their own, so what had the focus when one opened is remembered, and gets it back. */
export const useFocusReturn = (open: boolean): ((event: Event) => void) => {
  const from = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open) from.current = lastFocus();
  }, [open]);
  return (event) => {
    event.preventDefault();
    // The button of an action is gone once the action is done.
    const { current } = from;
    if (current?.isConnected && !current.matches(':disabled')) current.focus();
    else document.getElementById('main')?.focus();
  };
};
