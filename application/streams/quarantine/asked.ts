import type { Missed, Quarantined } from '../../ports/quarantine.ts';

/** What `reader` is to catch up. Policies wait for the read models: nobody is told what one of those refuses again. */
export const askedOf = (all: Iterable<Quarantined>, reader: string): Missed[] =>
  [...all].flatMap(({ stream, retrying, passedBy }) => {
    const own = passedBy.find((passed) => passed.reader === reader);
    const isNext = own && (own.isReadModel || !passedBy.some(({ isReadModel }) => isReadModel));
    return retrying && isNext ? [{ stream, from: own.from, upTo: own.upTo }] : [];
  });
