/** Callbacks of the readers that wait for a request to catch up. */
export const openCallers = (isAsked: (reader: string) => boolean) => {
  const calls = new Map<() => void, string>();
  return {
    /** Calls at once if the request already exists. */
    add: (reader: string, call: () => void): (() => void) => {
      calls.set(call, reader);
      if (isAsked(reader)) call();
      return () => void calls.delete(call);
    },
    look: (): void => {
      for (const [call, reader] of [...calls]) if (isAsked(reader)) call();
    },
  };
};
