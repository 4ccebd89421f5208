import { useSyncExternalStore } from 'react';
import { LETTERS } from '../appearance/letters.ts';

/** px from which a side panel fits; scales with the text size, like the styles. */
export const WIDE = 768;

const query = () => {
  const larger = LETTERS[document.documentElement.dataset.text ?? ''] ?? 1;
  return window.matchMedia(`(min-width: ${WIDE * larger}px)`);
};

const subscribe = (listener: () => void) => {
  const list = query();
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};

export const isWide = (): boolean => query().matches;

export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide);
