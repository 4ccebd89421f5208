import { type BackOff, backOff } from '../backOff.ts';
import type { EventCodec, Recorded } from '../ports/eventCodec.ts';
import type { Position, StoredEvent } from '../ports/eventStore.ts';
import type { Failures } from '../ports/failures.ts';
import type { ReadModel } from '../ports/readModels.ts';
import { untilAborted } from '../sleep.ts';
import { ahead, decodeBatch, decodeDeliveries, type Incoming, type IncomingBatch } from './incoming.ts';
import type { Progress } from './progress.ts';
import { type Retrying, type Subscription, untilDone } from './subscription.ts';

export type InBatchesOptions = Retrying & {
  codec: Pick<EventCodec, 'decode'>;
  failures: Failures;
  progress: Pick<Progress, 'at' | 'without' | 'gone'>;
  /** The alarm: called once when a read model stops. */
  onStopped: (name: string, reason: string) => void;
  /** After each batch: how many events it wanted, how long it took in ms. */
  onBatch: (batch: { events: number; durationMs: number }) => void;
  batchSize: number;
};

const RETRY: BackOff = { first: 50, longest: 5_000 };

/**
 * Delivers a batch in one transaction with its checkpoint, so each event counts once. A handler that throws stops its read model just
 * before that event, with an alarm; it is tried again when the lease is taken anew. A database that is away is waited for.
 */
export const inBatches = (model: ReadModel, options: InBatchesOptions): Subscription => {
  const { name } = model;
  const { codec, failures, progress, log, onStopped, onBatch, batchSize } = options;
  const wanted = new Set<string>(model.handles);
  let position: Position | null = null;
  let state: 'runs' | 'stopped' | 'left' = 'runs';
  const is = (other: typeof state): boolean => state === other;

  const retrying = (work: () => Promise<void>, held: AbortSignal): Promise<void> =>
    untilDone(work, held, { backoff: (attempts) => backOff(attempts, RETRY), ...options }, (error, attempt) => {
      if (!failures.isTransient(error)) throw error;
      const reason = failures.describe(error);
      log.warn({ projection: name, reason, attempt }, 'a read model waits for the database');
    });

  const stop = async (reason: string, held: AbortSignal): Promise<void> => {
    state = 'stopped';
    progress.without(name);
    onStopped(name, reason);
    await retrying(() => model.markStopped(reason), held);
  };

  const stopAt = (culprit: Incoming, error: unknown, held: AbortSignal): Promise<void> => {
    const { id: event, type } = culprit;
    const reason = `${type} ${event}: ${failures.describe(error)}`;
    log.error({ projection: name, event, type, reason }, 'a read model has stopped');
    return stop(reason, held);
  };

  /** False when the checkpoint stood elsewhere. */
  const commit = async (events: readonly Recorded[], to: Position): Promise<boolean> => {
    const moved = events.length > 0 ? await model.apply(events, position, to) : await model.skip(position, to);
    if (!moved) return false;
    position = to;
    progress.at(name, to);
    return true;
  };

  /** One by one up to the event that cannot be handled. */
  const commitSingly = async (events: readonly Incoming[], held: AbortSignal): Promise<boolean> => {
    for (const incoming of events) {
      try {
        if (!incoming.event) throw incoming.failure;
        if (!(await commit([incoming.event], incoming.position))) return false;
      } catch (error) {
        if (failures.isTransient(error)) throw error;
        await stopAt(incoming, error, held);
        return true;
      }
    }
    return true;
  };

  const commitAll = async (events: readonly Incoming[], to: Position, held: AbortSignal): Promise<boolean> => {
    const decoded = events.flatMap(({ event }) => event ?? []);
    try {
      if (decoded.length === events.length) return await commit(decoded, to);
    } catch (error) {
      if (failures.isTransient(error)) throw error;
    }
    if (!(await commitSingly(events, held))) return false;
    return is('stopped') || commit([], to);
  };

  const handle = async ({ events, last }: IncomingBatch, held: AbortSignal): Promise<void> => {
    while (is('runs') && (position === null || position < last)) {
      const reached = position;
      const pending = events.filter((incoming) => reached === null || incoming.position > reached);
      if (await commitAll(pending, last, held)) return;
      // Another process has moved the checkpoint, or a rebuild has been swapped in.
      const standing = await model.standing();
      if (standing === 'otherRelease') {
        state = 'left';
        return;
      }
      position = standing.position;
      progress.at(name, position);
    }
  };

  return {
    name,
    batchSize,
    open: async (held) => {
      state = 'runs';
      try {
        const standing = await model.prepare(held);
        if (standing === 'otherRelease') {
          progress.without(name);
          return undefined;
        }
        position = standing.position;
        progress.at(name, position);
      } catch (error) {
        if (held.aborted || failures.isTransient(error)) throw error;
        const reason = failures.describe(error);
        log.error({ projection: name, reason }, 'the new version of a read model could not be built');
        await stop(reason, held);
      }
      return position;
    },
    take: async (deliveries, held, leave) => {
      const decode = async (stored: readonly StoredEvent[]): Promise<Incoming[]> => {
        let incoming: Incoming[] = [];
        await retrying(async () => {
          incoming = await decodeBatch(codec, stored, wanted, failures.isTransient);
        }, held);
        return incoming;
      };
      try {
        if (is('stopped')) return await untilAborted(held);
        for await (const batch of ahead(decodeDeliveries(deliveries, decode), ({ read }) => read === batchSize)) {
          // Also when it was aborted in the middle of decoding.
          if (held.aborted) return;
          const began = performance.now();
          await retrying(() => handle(batch, held), held);
          onBatch({ events: batch.events.length, durationMs: performance.now() - began });
          if (is('left')) {
            progress.without(name);
            return leave();
          }
          // It keeps the lease: another process would only stop at the same event.
          if (is('stopped')) return await untilAborted(held);
        }
      } finally {
        if (!is('left')) progress.gone(name);
      }
    },
  };
};
