import { isOfNewerRelease } from '../ports/eventCodec.ts';
import type { Delivery, EventStore, Position } from '../ports/eventStore.ts';
import type { Leases } from '../ports/leases.ts';
import type { Log } from '../ports/log.ts';
import { type BackOff, backOff } from '../streams/backOff.ts';
import { sleep } from '../streams/sleep.ts';

/** The log's events in order, for one reader with its own position. */
export type Subscription = {
  name: string;
  batchSize: number;
  /** The position to continue after; undefined leaves it to processes of another release for a while. */
  open(held: AbortSignal): Promise<Position | null | undefined>;
  /**
   * Handles events and saves the position until the deliveries end. `leave` ends them and leaves the lease to
   * another release.
   */
  take(deliveries: AsyncIterable<Delivery>, held: AbortSignal, leave: () => void): Promise<void>;
  /** Registers `call` to be run when the subscription must reopen. Returns a function that stops it. */
  onCalled(call: () => void): () => void;
};

/** How failures are retried. */
export type Retrying = {
  log: Log;
  /** Ms until the next attempt. */
  backoff?: ((failures: number) => number) | undefined;
  /** How to wait between attempts; for tests with their own time. */
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
};

export type RunOptions = Retrying & { store: Pick<EventStore, 'subscribeAll'>; leases: Leases; signal: AbortSignal };

/** From this many failures in a row, log errors instead of warnings. */
const ALARM = 5;
const RETRY: BackOff = { first: 200, longest: 30_000 };
/**
 * Pause after leaving a lease to another release, in ms. A lease free for three seconds goes to any process that
 * wants it.
 */
const LEFT_MS = 5_000;

export const levelOf = (failures: number): 'error' | 'warn' => (failures >= ALARM ? 'error' : 'warn');

/** Retries until `work` succeeds or `signal` aborts. `failed` reports an attempt and may throw to give up. */
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

/** Runs a subscription whenever this process holds its lease, until `signal` aborts. Work in progress is finished. */
export const runSubscription = async (subscription: Subscription, options: RunOptions): Promise<void> => {
  const { name, batchSize } = subscription;
  const { store, leases, log } = options;
  // a signal of its own, because the shared one serves all subscriptions
  const signal = AbortSignal.any([options.signal]);
  let isLeft = false;
  let waits = 0;

  /** releases the lease long enough for a process of the newer release */
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
    // the other release may be rolled back or not started yet
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
