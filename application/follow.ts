import type { DomainEvent } from '#domain/events.ts';
import { type BackOff, backOff } from './backOff.ts';
import type { Checkpoints, Hold } from './ports/checkpoints.ts';
import type { EventCodec, Recorded } from './ports/eventCodec.ts';
import type { EventStore, Position, StoredEvent } from './ports/eventStore.ts';
import type { Log } from './ports/log.ts';
import { sleep } from './sleep.ts';

/** Reacts to facts. `handle` may see an event twice (after a crash), so what it does carries ids derived from the event. */
export type Policy = {
  name: string;
  handles: readonly DomainEvent['type'][];
  handle(event: Recorded): Promise<void>;
};

/** Declares a policy whose handler knows which events it will see. */
export const policy = <Type extends DomainEvent['type']>(declaration: {
  name: string;
  handles: readonly Type[];
  handle(event: Recorded<Extract<DomainEvent, { type: Type }>>): Promise<void>;
}): Policy => declaration as unknown as Policy;

export type FollowOptions = Policy & {
  store: EventStore;
  codec: EventCodec;
  checkpoints: Checkpoints;
  signal: AbortSignal;
  log: Log;
  /** Ms until the next attempt; half a minute at most by default. */
  backoff?: (failures: number) => number;
  /** How it waits between attempts; resolves early when the signal aborts. On the system's timers by default. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** From this many failures in a row on it is an alarm, no hiccup. */
const ALARM = 5;
/** Skipped events are cheap to skip again, so their checkpoint is saved rarely. */
const SKIPPED_BETWEEN_SAVES = 200;

const RETRY: BackOff = { first: 200, longest: 30_000 };

/**
 * Feeds a policy with every event it wants, in order, at least once, from its checkpoint on. An event whose handling fails is tried
 * again until it succeeds: nothing is skipped. One process at a time per policy. Ends when `signal` aborts.
 */
export const follow = async (options: FollowOptions): Promise<void> => {
  const { name, store, codec, checkpoints, handles, handle, signal, log } = options;
  const { backoff = (failures) => backOff(failures, RETRY), pause = sleep } = options;
  const wanted = new Set<string>(handles);

  const persist = async (work: () => Promise<void>, details: object, held: AbortSignal): Promise<void> => {
    for (let failures = 1; !held.aborted; failures++) {
      try {
        return await work();
      } catch (error) {
        if (held.aborted) return;
        const level = failures >= ALARM ? 'error' : 'warn';
        log[level]({ policy: name, failures, ...details, error: String(error) }, 'a policy failed and tries again');
        await pause(backoff(failures), held);
      }
    }
  };

  const handleBatch = async (batch: readonly StoredEvent[], held: AbortSignal): Promise<void> => {
    let events: Recorded[] = [];
    const decode = async () => {
      events = await codec.decode(batch);
    };
    await persist(decode, { position: batch[0]?.position }, held);
    for (const event of events)
      await persist(() => handle(event), { event: event.id, type: event.type, stream: event.stream }, held);
  };

  const work = async (hold: Hold): Promise<void> => {
    const after = await hold.load();
    let skipped = 0;
    for await (const delivery of store.subscribeAll({ after, signal: hold.signal, batchSize: 200 })) {
      if (delivery.kind === 'caughtUp') continue;
      const batch = delivery.events.filter((event) => wanted.has(event.type));
      await handleBatch(batch, hold.signal);
      if (hold.signal.aborted) return;
      skipped += delivery.events.length - batch.length;
      if (batch.length === 0 && skipped < SKIPPED_BETWEEN_SAVES) continue;
      skipped = 0;
      const last = delivery.events.at(-1) as { position: Position };
      await persist(() => hold.save(last.position), { position: last.position }, hold.signal);
    }
  };

  for (let failures = 1; !signal.aborted; failures++) {
    try {
      await checkpoints.hold(name, signal, work);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      log[failures >= ALARM ? 'error' : 'warn']({ policy: name, failures, error: String(error) }, 'a policy stopped');
      await pause(backoff(failures), signal);
    }
  }
};
