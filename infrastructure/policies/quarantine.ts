import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Culprit, Quarantine, Quarantined } from '#application/ports/quarantine.ts';
import { askedOf } from '#application/streams/quarantine/asked.ts';
import { openCallers } from '#application/streams/quarantine/callers.ts';
import { markFailed, putInQuarantine, readQuarantine, recordSkipped, settle } from '#projections/engine/quarantine.ts';

/** What another process has put there, or asks for, is seen after this, ms. */
const LOOK_MS = 1_000;

type QuarantineOptions = {
  db: Knex;
  clock: Clock;
  log: Log;
  /** Has it look again in a while. Answers how to stop that; for tests whose time is not the system's. */
  later?: (look: () => void) => () => void;
};

const aMomentLater = (look: () => void): (() => void) => {
  const timer = setTimeout(look, LOOK_MS);
  return () => clearTimeout(timer);
};

/** Knows nothing until it is refreshed, or has looked. */
export const openQuarantine = ({ db, clock, log, later = aMomentLater }: QuarantineOptions) => {
  let known = new Map<string, Quarantined>();
  const callers = openCallers((reader) => askedOf(known.values(), reader).length > 0);
  let stopLooking: (() => void) | undefined;
  let closed = false;

  const read = async (): Promise<void> => {
    known = new Map((await readQuarantine(db)).map((found) => [found.stream, found]));
    callers.look();
  };
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  /** All subscriptions ask at a start: who asks while it is being read is answered, with all others, by the reading that begins after that. */
  const refresh = (): Promise<void> => {
    const begin = (): Promise<void> => {
      reading = next ?? reading;
      next = undefined;
      return read();
    };
    next ??= reading.then(begin, begin);
    return next;
  };
  const lookLater = (): void => {
    if (!closed) stopLooking = later(look);
  };
  const look = async (): Promise<void> => {
    // A database that is away has nothing to say; what was known stays.
    await refresh().catch(() => undefined);
    lookLater();
  };

  const alarm = ({ stream, revision, position, id, type, reason, foundBy }: Culprit, what: string): void =>
    log.error({ code: 'quarantined', stream, revision, position, event: id, type, foundBy, reason }, what);

  lookLater();
  const quarantine: Quarantine = {
    find: (stream) => known.get(stream),
    all: () => [...known.values()],
    refresh,
    put: async (culprit) => {
      const put = await putInQuarantine(db, culprit, clock.now());
      if (put === 'new') alarm(culprit, 'a stream is in quarantine');
      await refresh();
      return put === 'tooMany' ? put : 'quarantined';
    },
    pass: async (name, event) => {
      const passed = await recordSkipped(db, { name, isReadModel: false }, [event]);
      if (passed.size === 0) await refresh();
      return passed.size > 0;
    },
    asked: (reader) => askedOf(known.values(), reader),
    caughtUp: async (policy, missed) => {
      await db.transaction((transaction) => settle(transaction, policy, missed));
      await refresh();
    },
    failed: async (culprit) => {
      await markFailed(db, culprit);
      alarm(culprit, 'a stream could not be caught up and stays in quarantine');
      await refresh();
    },
    onAsked: callers.add,
  };
  return {
    ...quarantine,
    close: (): void => {
      closed = true;
      stopLooking?.();
    },
  };
};
