import { useSyncExternalStore } from 'react';

let found = false;
const listeners = new Set<() => void>();

/** The server no longer has this page's files, until the page is reloaded. */
export const foundNewVersion = (): void => {
  found = true;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => found);
