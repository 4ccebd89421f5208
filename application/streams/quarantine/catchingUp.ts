import type { Missed, Quarantined } from '../../ports/quarantine.ts';

/**
 * The events that `reader` must catch up. Policies wait for the read models, so that nobody is notified of an
 * event that a read model rejects again.
 */
export const askedOf = (all: Iterable<Quarantined>, reader: string): Missed[] =>
  [...all].flatMap(({ stream, retrying, passedBy }) => {
    const own = passedBy.find((passed) => passed.reader === reader);
    const isNext = own && (own.isReadModel || !passedBy.some(({ isReadModel }) => isReadModel));
    return retrying && isNext ? [{ stream, from: own.from, upTo: own.upTo }] : [];
  });

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
