import type { DomainEvent } from '#domain/events.ts';
import type { Checkpoints } from '../ports/checkpoints.ts';
import type { EventCodec, Recorded } from '../ports/eventCodec.ts';
import type { Position, StoredEvent } from '../ports/eventStore.ts';
import { levelOf, type Retrying, type Subscription, untilDone } from './subscription.ts';

type Handler = {
  name: string;
  handles: readonly DomainEvent['type'][];
  /** May see an event twice, after a crash. */
  handle(event: Recorded): Promise<void>;
};

type OneByOneOptions = Retrying & { codec: Pick<EventCodec, 'decode'>; checkpoints: Checkpoints };

/** Skipped events are cheap to skip again, so their checkpoint is saved rarely. */
const SKIPPED_BETWEEN_SAVES = 200;

/**
 * Delivers one event after the other, at least once, and saves the checkpoint after them. An event whose handling fails is tried again
 * until it succeeds: nothing is skipped.
 */
export const oneByOne = ({ name, handles, handle }: Handler, options: OneByOneOptions): Subscription => {
  const { codec, checkpoints, log } = options;
  const wanted = new Set<string>(handles);

  const persist = (work: () => Promise<void>, details: object, held: AbortSignal): Promise<void> =>
    untilDone(work, held, options, (error, failures) =>
      log[levelOf(failures)](
        { policy: name, failures, ...details, error: String(error) },
        'a policy failed and tries again',
      ),
    );

  const handleBatch = async (batch: readonly StoredEvent[], held: AbortSignal): Promise<void> => {
    let events: Recorded[] = [];
    const decode = async () => {
      events = await codec.decode(batch);
    };
    await persist(decode, { position: batch[0]?.position }, held);
    for (const event of events)
      await persist(() => handle(event), { event: event.id, type: event.type, stream: event.stream }, held);
  };

  return {
    name,
    batchSize: 200,
    open: async () => (await checkpoints.load(name)) ?? null,
    take: async (deliveries, held) => {
      let skipped = 0;
      for await (const delivery of deliveries) {
        if (delivery.kind === 'caughtUp') continue;
        const batch = delivery.events.filter((event) => wanted.has(event.type));
        await handleBatch(batch, held);
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
