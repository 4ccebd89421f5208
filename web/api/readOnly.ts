import { useSyncExternalStore } from 'react';

let isReadOnly = false;
const listeners = new Set<() => void>();

/** Takes over from `X-Read-Only` of an answer whether the marketplace can only be read at the moment. */
export const sawReadOnly = (header: string | null): void => {
  if (isReadOnly === (header !== null)) return;
  isReadOnly = header !== null;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useReadOnly = (): boolean => useSyncExternalStore(subscribe, () => isReadOnly);
