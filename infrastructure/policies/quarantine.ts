import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Culprit, Quarantine, Quarantined } from '#application/ports/quarantine.ts';
import { askedOf, openCallers } from '#application/streams/quarantine/catchingUp.ts';
import { markFailed, putInQuarantine, readQuarantine, recordSkipped, settle } from '#projections/engine/quarantine.ts';

/** How long until another process's change is seen, ms. */
const LOOK_MS = 1_000;

type QuarantineOptions = {
  db: Knex;
  clock: Clock;
  log: Log;
  /** Schedules the next refresh; returns a cancel function. Tests replace it to control time. */
  later?: (look: () => void) => () => void;
};

const aMomentLater = (look: () => void): (() => void) => {
  const timer = setTimeout(look, LOOK_MS);
  return () => clearTimeout(timer);
};

/** Empty until the first refresh. */
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
  /** All subscriptions refresh at start. Callers during a read share the one read that starts after it. */
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
    // If the database is down, keep the last known entries.
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
