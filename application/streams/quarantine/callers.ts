/** Who wants to be called when it is asked to catch up. */
export const openCallers = (isAsked: (reader: string) => boolean) => {
  const calls = new Map<() => void, string>();
  return {
    /** At once, too, when it is asked already. */
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
