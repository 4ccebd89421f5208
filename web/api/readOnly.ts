import { useSyncExternalStore } from 'react';

let isReadOnly = false;
const listeners = new Set<() => void>();

/** Reads from `X-Read-Only` whether the marketplace is in read-only mode. */
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
