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
