import { type Decoder, isOfNewerRelease, type UnreadableEvent } from '../ports/eventCodec.ts';
import type { EventStore, Position, StoredEvent, StreamName } from '../ports/eventStore.ts';
import type { Failures } from '../ports/failures.ts';
import { culpritOf, isPoison, type Missed, type Quarantine, unreadableAt } from '../ports/quarantine.ts';
import { type BackOff, backOff } from '../streams/backOff.ts';
import { untilAborted } from '../streams/sleep.ts';
import { ahead, decodeBatch, decodeDeliveries, type Incoming, type IncomingBatch } from './incoming.ts';
import { beginningOf, readMissed } from './missed.ts';
import type { Progress } from './progress.ts';
import type { ReadModel } from './storage.ts';
import { type Retrying, type Subscription, untilDone } from './subscription.ts';

export type InBatchesOptions = Retrying & {
  store: Pick<EventStore, 'readStream'>;
  codec: Decoder;
  failures: Failures;
  quarantine: Quarantine;
  /** Called by read models that notify people. @throws StreamQuarantined when the event is impossible */
  verify(event: Pick<StoredEvent, 'stream' | 'revision'>, reader: string): Promise<void>;
  progress: Pick<Progress, 'at' | 'without' | 'gone'>;
  /** Called once when a read model stops. */
  onStopped: (name: string, reason: string) => void;
  /** Called after each batch with its number of handled events and duration in ms. */
  onBatch: (batch: { events: number; durationMs: number }) => void;
  batchSize: number;
};

const RETRY: BackOff = { first: 50, longest: 5_000 };

/**
 * Delivers each batch in one transaction with its checkpoint, so every event counts once. An event that fails
 * twice quarantines its stream, which is then skipped. If that would be too many streams, the read model stops
 * before the event and raises an alarm; the next lease retries. At an event of a newer release it throws, so that
 * a process that can read it gets the lease. Waits for an unavailable database.
 */
export const inBatches = (model: ReadModel, options: InBatchesOptions): Subscription => {
  const { name } = model;
  const { store, codec, failures, quarantine, verify, progress, log, onStopped, onBatch, batchSize } = options;
  const wanted = new Set<string>(model.handles);
  let position: Position | null = null;
  const passing = new Set<StreamName>();
  let state: 'runs' | 'stopped' | 'left' = 'runs';
  let waitedFor: string | undefined;
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

  /** Leaves the lease to a newer release. Reports the read model as stopped only if nobody took the lease. */
  const waitForRelease = async (error: UnreadableEvent, held: AbortSignal): Promise<never> => {
    state = 'left';
    progress.without(name);
    if (waitedFor === error.event.id) await retrying(() => model.markStopped(error.message), held);
    waitedFor = error.event.id;
    throw error;
  };

  /** Skips from the faulty event on, or from where skipping began: earlier events are still readable. */
  const isPassedBy = ({ stream, revision }: Incoming): boolean => {
    const fault = quarantine.find(stream);
    if (!fault) passing.delete(stream);
    if (!fault) return false;
    return revision >= fault.revision || passing.has(stream) || fault.passedBy.some(({ reader }) => reader === name);
  };

  /** False if the checkpoint was elsewhere, or a stream is no longer quarantined. */
  const commit = async (events: readonly Incoming[], to: Position): Promise<boolean> => {
    const passed = events.filter(isPassedBy);
    const taken = events.filter((incoming) => !passed.includes(incoming)).flatMap(({ event }) => event ?? []);
    if (model.tells) for (const event of taken) await verify(event, name);
    const moved = events.length > 0 ? await model.apply(taken, position, to, passed) : await model.skip(position, to);
    if (!moved && passed.length > 0) await quarantine.refresh();
    if (!moved) return false;
    for (const { stream } of passed) passing.add(stream);
    position = to;
    progress.at(name, to);
    return true;
  };

  const quarantined = async (culprit: Incoming, error: unknown): Promise<boolean> => {
    const isAtFault = culprit.event ? isPoison(error, failures) : unreadableAt(error) !== undefined;
    if (!isAtFault || (await quarantine.put(culpritOf(culprit, error, name, failures))) === 'tooMany') return false;
    passing.add(culprit.stream);
    return true;
  };

  /** One event at a time, up to the one that fails. */
  const commitSingly = async (events: readonly Incoming[], held: AbortSignal): Promise<boolean> => {
    for (const incoming of events) {
      try {
        if (!incoming.event && !isPassedBy(incoming)) throw incoming.failure;
        if (!(await commit([incoming], incoming.position))) return false;
      } catch (error) {
        if (failures.isTransient(error)) throw error;
        if (isOfNewerRelease(error)) return waitForRelease(error, held);
        if (isPassedBy(incoming) || (await quarantined(incoming, error))) return false;
        await stopAt(incoming, error, held);
        return true;
      }
    }
    return true;
  };

  const commitAll = async (events: readonly Incoming[], to: Position, held: AbortSignal): Promise<boolean> => {
    try {
      if (events.every((incoming) => incoming.event || isPassedBy(incoming))) return await commit(events, to);
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
      // another process moved the checkpoint, or a rebuild was swapped in
      const standing = await model.standing();
      if (standing === 'otherRelease') {
        state = 'left';
        return;
      }
      position = standing.position;
      progress.at(name, position);
    }
  };

  const decode = (stored: readonly StoredEvent[]) => decodeBatch(codec, stored, wanted, failures.isTransient);

  const catchUp = async (missed: Missed, held: AbortSignal): Promise<void> => {
    let at: Parameters<typeof culpritOf>[0] = beginningOf(missed);
    try {
      const incoming = await decode(await readMissed(store, missed, position));
      const unreadable = incoming.find(({ event }) => !event);
      if (unreadable) throw unreadable.failure;
      const events = incoming.flatMap(({ event }) => event ?? []);
      if (model.tells) for (const event of events) await verify(event, name);
      await model.catchUp(missed, events, position, (event) => {
        at = event;
      });
    } catch (error) {
      if (failures.isTransient(error)) throw error;
      if (isOfNewerRelease(error)) return waitForRelease(error, held);
      await quarantine.failed(culpritOf(at, error, name, failures));
    }
  };

  return {
    name,
    batchSize,
    onCalled: (call) => quarantine.onAsked(name, call),
    open: async (held) => {
      state = 'runs';
      passing.clear();
      try {
        await quarantine.refresh();
        const standing = await model.prepare(held);
        if (standing === 'otherRelease') {
          progress.without(name);
          return undefined;
        }
        position = standing.position;
        progress.at(name, position);
        for (const missed of quarantine.asked(name)) await catchUp(missed, held);
      } catch (error) {
        if (held.aborted || failures.isTransient(error)) throw error;
        if (isOfNewerRelease(error)) return waitForRelease(error, held);
        const reason = failures.describe(error);
        log.error({ projection: name, reason }, 'the new version of a read model could not be built');
        await stop(reason, held);
      }
      return position;
    },
    take: async (deliveries, held, leave) => {
      const decodeAll = async (stored: readonly StoredEvent[]): Promise<Incoming[]> => {
        let incoming: Incoming[] = [];
        await retrying(async () => {
          incoming = await decode(stored);
        }, held);
        return incoming;
      };
      try {
        if (is('stopped')) return await untilAborted(held);
        for await (const batch of ahead(decodeDeliveries(deliveries, decodeAll), ({ read }) => read === batchSize)) {
          // also after an abort during decoding
          if (held.aborted) return;
          const began = performance.now();
          await retrying(() => handle(batch, held), held);
          onBatch({ events: batch.events.length, durationMs: performance.now() - began });
          if (is('left')) {
            progress.without(name);
            return leave();
          }
          // keeps the lease: another process would stop at the same event
          if (is('stopped')) return await untilAborted(held);
        }
      } finally {
        if (!is('left')) progress.gone(name);
      }
    },
  };
};
