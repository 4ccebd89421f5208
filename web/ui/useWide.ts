import { useSyncExternalStore } from 'react';

/** px: from here on there is room for a side panel. */
export const WIDE = 768;

const query = () => window.matchMedia(`(min-width: ${WIDE}px)`);

const subscribe = (listener: () => void) => {
  const list = query();
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};

export const isWide = (): boolean => query().matches;

export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide);
