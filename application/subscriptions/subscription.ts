import { isOfNewerRelease } from '../ports/eventCodec.ts';
import type { Delivery, EventStore, Position } from '../ports/eventStore.ts';
import type { Leases } from '../ports/leases.ts';
import type { Log } from '../ports/log.ts';
import { type BackOff, backOff } from '../streams/backOff.ts';
import { sleep } from '../streams/sleep.ts';

/** The events of the log in their order, for one reader with a position of its own. */
export type Subscription = {
  name: string;
  batchSize: number;
  /** Where it goes on; undefined leaves it to processes of another release, for a while. */
  open(held: AbortSignal): Promise<Position | null | undefined>;
  /** Works off what comes, and keeps its position, until the deliveries end. `leave` ends them and leaves it to another release. */
  take(deliveries: AsyncIterable<Delivery>, held: AbortSignal, leave: () => void): Promise<void>;
  /** Has `call` called when it is to be opened anew. Answers how to stop that. */
  onCalled(call: () => void): () => void;
};

/** How whatever fails is tried again. */
export type Retrying = {
  log: Log;
  /** Ms until the next attempt. */
  backoff?: ((failures: number) => number) | undefined;
  /** How it waits between attempts; for tests whose time is not the system's. */
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
};

export type RunOptions = Retrying & { store: Pick<EventStore, 'subscribeAll'>; leases: Leases; signal: AbortSignal };

/** From this many failures in a row on it is an alarm, no hiccup. */
const ALARM = 5;
const RETRY: BackOff = { first: 200, longest: 30_000 };
/** How long what was left to another release is not asked for, ms: a lease that is free for three seconds goes to whoever wants it. */
const LEFT_MS = 5_000;

export const levelOf = (failures: number): 'error' | 'warn' => (failures >= ALARM ? 'error' : 'warn');

/** Tries until it succeeds or `signal` aborts. `failed` says what came of an attempt; it may throw to give up. */
export const untilDone = async (
  work: () => Promise<void>,
  signal: AbortSignal,
  { backoff = (failures) => backOff(failures, RETRY), pause = sleep }: Omit<Retrying, 'log'>,
  failed: (error: unknown, failures: number) => void,
): Promise<void> => {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return;
      failed(error, failures);
      await pause(backoff(failures), signal);
    }
  }
};

/**
 * Runs a subscription while this process holds its lease, again and again until `signal` aborts: one process at a time, the next one
 * goes on where it was left. Lets what is at hand be finished.
 */
export const runSubscription = async (subscription: Subscription, options: RunOptions): Promise<void> => {
  const { name, batchSize } = subscription;
  const { store, leases, log } = options;
  // Of its own: all subscriptions of a process end with one.
  const signal = AbortSignal.any([options.signal]);
  let isLeft = false;
  let waits = 0;

  /** A process that reads what this one does not takes the lease, which is free for long enough now. */
  const leaveToNewer = (error: unknown): void => {
    if (!isOfNewerRelease(error)) throw error;
    log[levelOf(++waits)]({ subscription: name, error: error.message }, 'a subscription waits for a newer release');
    isLeft = true;
  };

  const follow = async (held: AbortSignal): Promise<void> => {
    const after = await subscription.open(held);
    isLeft = after === undefined;
    if (after === undefined) return;
    const called = new AbortController();
    const stopListening = subscription.onCalled(() => called.abort());
    const leave = (): void => {
      isLeft = true;
      called.abort();
    };
    const taking = AbortSignal.any([held, called.signal]);
    try {
      const deliveries = store.subscribeAll({ after: after ?? undefined, signal: taking, batchSize });
      await subscription.take(deliveries, taking, leave);
    } finally {
      stopListening();
    }
  };

  const work = (held: AbortSignal): Promise<void> => follow(held).catch(leaveToNewer);

  while (!signal.aborted) {
    // The other release may be taken back, or not be there yet.
    if (isLeft) await (options.pause ?? sleep)(LEFT_MS, signal);
    await untilDone(
      () => leases.hold(name, signal, work),
      signal,
      options,
      (error, failures) =>
        log[levelOf(failures)](
          { subscription: name, failures, error: String(error) },
          'a subscription was interrupted',
        ),
    );
  }
};
