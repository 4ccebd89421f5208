import type { DomainEvent } from '#domain/events.ts';
import { type Decoder, isOfNewerRelease, type Recorded } from '../ports/eventCodec.ts';
import type { EventStore, Position, StoredEvent } from '../ports/eventStore.ts';
import type { Failures } from '../ports/failures.ts';
import {
  culpritOf,
  isPoison,
  type Missed,
  type Quarantine,
  StreamQuarantined,
  unreadableAt,
} from '../ports/quarantine.ts';
import { decodeBatch, type Incoming } from './incoming.ts';
import { beginningOf, readMissed } from './missed.ts';
import { lowest } from './positions.ts';
import type { Checkpoints, Handled, HandledTypes, Subscriber } from './storage.ts';
import { levelOf, type Retrying, type Subscription, untilDone } from './subscription.ts';

type Handler = Subscriber & {
  handles: readonly DomainEvent['type'][];
  /** May see an event twice after a crash. */
  handle(event: Recorded): Promise<void>;
};

type OneByOneOptions = Retrying & {
  store: Pick<EventStore, 'readAll' | 'readStream'>;
  codec: Decoder;
  checkpoints: Checkpoints;
  handledTypes: HandledTypes;
  failures: Failures;
  quarantine: Quarantine;
  /** @throws StreamQuarantined when the event is impossible */
  verify(event: StoredPlace, reader: string): Promise<void>;
};
type StoredPlace = Pick<StoredEvent, 'stream' | 'revision'>;

/** Skipping events again is cheap, so their checkpoint is saved rarely. */
const SKIPPED_BETWEEN_SAVES = 200;
/** Page size for reading missed events. */
const LATE_AT_ONCE = 1_000;
/** This many failures in a row without an outside cause quarantine a stream. */
const POISONED = 5;

/**
 * Delivers events one at a time, at least once, and saves the checkpoint afterwards. A failing event is retried
 * until it succeeds or proves to be at fault; then its stream is quarantined and skipped. At an event of a newer
 * release it throws, so that a process that can read it gets the lease.
 */
export const oneByOne = (handler: Handler, options: OneByOneOptions): Subscription => {
  const { name, handles, handle } = handler;
  const { store, codec, checkpoints, handledTypes, failures, quarantine, verify, log } = options;
  const wanted = new Set<string>(handles);

  const persist = (work: () => Promise<void>, details: object, held: AbortSignal): Promise<void> =>
    untilDone(work, held, options, (error, attempts) => {
      // a process of that release may take over the lease
      if (isOfNewerRelease(error)) throw error;
      log[levelOf(attempts)](
        { policy: name, failures: attempts, ...details, error: String(error) },
        'a policy failed and tries again',
      );
    });

  const take = async (incoming: Incoming): Promise<void> => {
    if (!incoming.event) throw incoming.failure;
    await verify(incoming, name);
    await handle(incoming.event);
  };

  const isPassedBy = async (event: StoredPlace): Promise<boolean> =>
    quarantine.find(event.stream) !== undefined && (await quarantine.pass(name, event));

  /** Whether to give up. An undecodable event was already tried twice. */
  const isHopeless = (incoming: Incoming, error: unknown, attempts: number): boolean => {
    if (error instanceof StreamQuarantined) return error.stream !== incoming.stream;
    return unreadableAt(error) !== undefined || (attempts >= POISONED && incoming.event !== undefined);
  };

  const deliver = (incoming: Incoming, held: AbortSignal): Promise<void> => {
    let attempts = 0;
    const attempt = async (): Promise<void> => {
      if (await isPassedBy(incoming)) return;
      try {
        await take(incoming);
      } catch (error) {
        attempts = isPoison(error, failures) ? attempts + 1 : 0;
        if (attempts === 0 || !isHopeless(incoming, error, attempts)) throw error;
        if ((await quarantine.put(culpritOf(incoming, error, name, failures))) === 'tooMany') throw error;
        if (!(await isPassedBy(incoming))) throw error;
      }
    };
    const { id, type, stream } = incoming;
    return persist(attempt, { event: id, type, stream }, held);
  };

  /** saves what is done, so that a process taking over the lease continues at this event */
  const deliverAll = async (batch: readonly Incoming[], held: AbortSignal): Promise<void> => {
    let done: Position | undefined;
    try {
      for (const incoming of batch) {
        if (held.aborted) return;
        await deliver(incoming, held);
        done = incoming.position;
      }
    } catch (error) {
      if (done !== undefined) await checkpoints.save(name, done);
      throw error;
    }
  };

  const decode = async (stored: readonly StoredEvent[], held: AbortSignal): Promise<Incoming[]> => {
    let incoming: Incoming[] = [];
    const work = async () => {
      incoming = await decodeBatch(codec, stored, wanted, (error) => !isOfNewerRelease(error) && !unreadableAt(error));
    };
    await persist(work, { position: stored[0]?.position }, held);
    return incoming;
  };

  const catchUp = async (missed: Missed, until: Position | null, held: AbortSignal): Promise<void> => {
    let at: Parameters<typeof culpritOf>[0] = beginningOf(missed);
    try {
      for (const incoming of await decode(await readMissed(store, missed, until), held)) {
        if (held.aborted) return;
        at = incoming;
        await take(incoming);
      }
    } catch (error) {
      if (error instanceof StreamQuarantined && error.stream === missed.stream) return;
      if (!isPoison(error, failures)) throw error;
      return quarantine.failed(culpritOf(at, error, name, failures));
    }
    if (!held.aborted) await quarantine.caughtUp(name, missed);
  };

  /** Reads events before the checkpoint that another release left out: only those types, in order. */
  const readLate = async (late: Handled['missed'], until: Position | null, held: AbortSignal): Promise<void> => {
    const types = Object.keys(late);
    if (types.length === 0) return;
    const isLate = ({ type, position }: StoredEvent): boolean =>
      until !== null && position <= until && late[type] !== undefined && position > late[type];
    let after = lowest(Object.values(late));
    while (until !== null && after != null && after < until) {
      const stored = await store.readAll({ after: after || undefined, limit: LATE_AT_ONCE });
      for (const incoming of await decode(stored.filter(isLate), held)) await deliver(incoming, held);
      if (held.aborted) return;
      after = stored.at(-1)?.position ?? until;
      const reached = after;
      await handledTypes.movedOn(
        handler,
        types.filter((type) => late[type]! < reached),
        reached,
      );
    }
    await handledTypes.caughtUp(handler, types);
  };

  return {
    name,
    batchSize: 200,
    open: async (held) => {
      await quarantine.refresh();
      const position = (await checkpoints.load(name)) ?? null;
      await readLate(await handledTypes.takeOver(handler, position), position, held);
      for (const missed of quarantine.asked(name)) await catchUp(missed, position, held);
      return position;
    },
    onCalled: (call) => quarantine.onAsked(name, call),
    take: async (deliveries, held) => {
      let skipped = 0;
      for await (const delivery of deliveries) {
        if (delivery.kind === 'caughtUp') continue;
        const batch = await decode(delivery.events, held);
        await deliverAll(batch, held);
        if (held.aborted) return;
        skipped += delivery.events.length - batch.length;
        if (batch.length === 0 && skipped < SKIPPED_BETWEEN_SAVES) continue;
        skipped = 0;
        const { position } = delivery.events.at(-1) as { position: Position };
        await persist(() => checkpoints.save(name, position), { position }, held);
      }
    },
  };
};
