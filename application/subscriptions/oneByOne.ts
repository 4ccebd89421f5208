import type { DomainEvent } from '#domain/events.ts';
import type { Checkpoints } from '../ports/checkpoints.ts';
import { type Decoder, isOfNewerRelease, type Recorded } from '../ports/eventCodec.ts';
import type { EventStore, Position, StoredEvent } from '../ports/eventStore.ts';
import type { Failures } from '../ports/failures.ts';
import { culpritOf, isPoison, StreamQuarantined, unreadableAt } from '../ports/poison.ts';
import type { Missed, Quarantine } from '../ports/quarantine.ts';
import { decodeBatch, type Incoming } from './incoming.ts';
import { beginningOf, readMissed } from './missed.ts';
import { levelOf, type Retrying, type Subscription, untilDone } from './subscription.ts';

type Handler = {
  name: string;
  handles: readonly DomainEvent['type'][];
  /** May see an event twice, after a crash. */
  handle(event: Recorded): Promise<void>;
};

type OneByOneOptions = Retrying & {
  store: Pick<EventStore, 'readStream'>;
  codec: Decoder;
  checkpoints: Checkpoints;
  failures: Failures;
  quarantine: Quarantine;
  /** @throws StreamQuarantined when what the event says cannot be */
  verify(event: StoredPlace, reader: string): Promise<void>;
};
type StoredPlace = Pick<StoredEvent, 'stream' | 'revision'>;

/** Skipped events are cheap to skip again, so their checkpoint is saved rarely. */
const SKIPPED_BETWEEN_SAVES = 200;
/** So many failures in a row that are nobody else's put a stream in quarantine. */
const POISONED = 5;

/**
 * Delivers one event after the other, at least once, and saves the checkpoint after them. An event whose handling fails is tried again
 * until it succeeds, or until it shows that the event is at fault: then its stream goes into quarantine, and is passed by from there on.
 * At an event of a newer release it throws: who cannot read it gives the lease to whoever can.
 */
export const oneByOne = ({ name, handles, handle }: Handler, options: OneByOneOptions): Subscription => {
  const { store, codec, checkpoints, failures, quarantine, verify, log } = options;
  const wanted = new Set<string>(handles);

  const persist = (work: () => Promise<void>, details: object, held: AbortSignal): Promise<void> =>
    untilDone(work, held, options, (error, attempts) => {
      // A process of that release may hold the lease in its place.
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

  /** Whether this failure is one too many. What cannot be decoded was tried twice already. */
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

  /** Whoever takes the lease over at an event of a newer release goes on with that one. */
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

  return {
    name,
    batchSize: 200,
    open: async (held) => {
      await quarantine.refresh();
      const position = (await checkpoints.load(name)) ?? null;
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
