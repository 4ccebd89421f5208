import type { Leases } from '#application/ports/leases.ts';
import type { Log } from '#application/ports/log.ts';
import { type LeaseSession, openLeaseSession } from './leaseSession.ts';

type LeasesOptions = { connectionString: string; log: Pick<Log, 'info'> };

export type SharedLeases = Leases & {
  /** From now on, other processes share what this one releases. */
  retire(): Promise<void>;
};

type Held = { session: LeaseSession; givenAway: AbortController };
type Waiter = { name: string; resolve(held: Held | undefined): void; reject(error: unknown): void };

/** Polling interval for processes that start, end or die, ms. */
const LOOK_MS = 500;
/** A lease free for this long is unwanted: other processes do not know it or cannot run it. */
const LEFT_OVER_MS = 3_000;

/** Picks evenly from the list, so that heavy items are not moved together. */
const spread = <Item>(items: readonly Item[], count: number): Item[] =>
  Array.from(
    { length: Math.min(count, items.length) },
    (_, place) => items[Math.floor((place * items.length) / count)]!,
  );

/**
 * Leases as advisory locks. Each process holds its share: it releases some when another process joins, takes all when
 * alone, and exceeds its share only for leases nobody else wants.
 */
export const openLeases = ({ connectionString, log }: LeasesOptions): SharedLeases => {
  let session: LeaseSession | undefined;
  let waiters: readonly Waiter[] = [];
  const held = new Map<string, Held>();
  const freeSince = new Map<string, number>();
  /** Leases taken beyond the share, kept while the number of competing processes stays the same. */
  const unwanted = new Set<string>();
  let workersBefore = 0;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async (): Promise<LeaseSession> => {
    if (session && !session.lost.aborted) return session;
    session = await openLeaseSession(connectionString);
    return session;
  };

  /** Takes what is still free and releases what was given up meanwhile. */
  const take = async (from: LeaseSession, wanted: readonly Waiter[]): Promise<void> => {
    if (wanted.length === 0) return;
    const won = await from.tryLocks(wanted.map(({ name }) => name));
    for (const waiter of wanted) {
      if (!won.has(waiter.name)) continue;
      if (!waiters.includes(waiter)) {
        await from.unlock(waiter.name);
        continue;
      }
      const mine = { session: from, givenAway: new AbortController() };
      held.set(waiter.name, mine);
      freeSince.delete(waiter.name);
      waiters = waiters.filter((other) => other !== waiter);
      waiter.resolve(mine);
    }
  };

  const giveAway = (share: number): void => {
    const kept = [...held].filter(([, { givenAway }]) => !givenAway.signal.aborted);
    const wanted = kept.filter(([name]) => !unwanted.has(name));
    for (const [name, { givenAway }] of spread(wanted, kept.length - share)) {
      log.info({ subscription: name }, 'a subscription is given to another worker');
      givenAway.abort();
    }
  };

  const look = async (): Promise<void> => {
    const current = await connect();
    const { workers, isHeld } = await current.look();
    if (workers !== workersBefore) unwanted.clear();
    workersBefore = workers;
    const names = new Set([...held.keys(), ...waiters.map(({ name }) => name)]);
    const share = Math.ceil(names.size / workers);
    for (const { name } of waiters) {
      if (isHeld(name)) freeSince.delete(name);
      else freeSince.set(name, freeSince.get(name) ?? Date.now());
    }
    const free = waiters.filter(
      (waiter) =>
        freeSince.has(waiter.name) &&
        !held.has(waiter.name) &&
        waiters.find(({ name }) => name === waiter.name) === waiter,
    );
    while (held.size < share && free.length > 0) await take(current, free.splice(0, share - held.size));
    const leftOver = free.filter(({ name }) => Date.now() - freeSince.get(name)! >= LEFT_OVER_MS);
    await take(current, leftOver);
    for (const { name } of leftOver) if (held.has(name)) unwanted.add(name);
    giveAway(share);
  };

  const lookAgain = (): void => {
    if (closed || looking) return;
    clearTimeout(timer);
    looking = look()
      .catch((error) => {
        for (const { reject } of waiters) reject(error);
        waiters = [];
      })
      .finally(() => {
        looking = undefined;
        if (waiters.length + held.size > 0 && !closed) timer = setTimeout(lookAgain, LOOK_MS);
      });
  };

  /** Undefined if the signal aborts first. */
  const turn = (name: string, signal: AbortSignal): Promise<Held | undefined> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        waiters = waiters.filter((other) => other !== waiter);
        resolve(undefined);
      };
      const settled = <Value>(settle: (value: Value) => void) => {
        return (value: Value) => {
          signal.removeEventListener('abort', giveUp);
          settle(value);
        };
      };
      const waiter: Waiter = { name, resolve: settled(resolve), reject: settled(reject) };
      signal.addEventListener('abort', giveUp);
      waiters = [...waiters, waiter];
      // Batches callers that ask at the same moment.
      setImmediate(lookAgain);
    });

  const letGo = async (name: string, { session: from }: Held): Promise<void> => {
    try {
      await from.unlock(name);
    } finally {
      held.delete(name);
      if (waiters.some((waiter) => waiter.name === name)) setImmediate(lookAgain);
    }
  };

  return {
    hold: async (name, signal, work) => {
      if (signal.aborted) return;
      const mine = await turn(name, signal);
      if (!mine) return;
      try {
        await work(AbortSignal.any([signal, mine.session.lost, mine.givenAway.signal]));
      } finally {
        await letGo(name, mine);
      }
    },
    retire: async () => session?.retire(),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await looking;
      if (session && !session.lost.aborted) await session.close();
    },
  };
};
