import type { Decoder, Recorded } from '../ports/eventCodec.ts';
import type { StoredEvent } from '../ports/eventStore.ts';

/** The events requested within one turn of the event loop. */
type Gathered = { stored: StoredEvent[]; decoded: Promise<Recorded[]>; until: number };

/** Caught-up subscriptions want the same event within milliseconds. Erased data must not stay readable for longer. */
const LIFETIME_MS = 1_000;
const MOST_EVENTS = 5_000;

/**
 * Decodes each event once for all subscriptions of this process that want it at about the same time. Batches them
 * too, because each codec call fetches keys.
 */
export const decodeOnce = (codec: Decoder, now: () => number = Date.now): Decoder => {
  const known = new Map<string, { gathered: Gathered; place: number }>();
  let gathering: Gathered | undefined;

  const forget = ({ stored }: Gathered): void => {
    for (const { id } of stored) known.delete(id);
  };

  const gather = (): Gathered => {
    if (gathering) return gathering;
    const stored: StoredEvent[] = [];
    const decoded = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gathering = undefined;
      return codec.decode(stored);
    });
    const gathered: Gathered = { stored, decoded, until: now() + LIFETIME_MS };
    decoded.catch(() => forget(gathered));
    gathering = gathered;
    return gathered;
  };

  const ask = (event: StoredEvent): { gathered: Gathered; place: number } => {
    const before = known.get(event.id);
    if (before && before.gathered.until > now()) return before;
    const gathered = gather();
    const asked = { gathered, place: gathered.stored.push(event) - 1 };
    known.set(event.id, asked);
    return asked;
  };

  return {
    reads: codec.reads,
    decode: async (stored) => {
      if (known.size + stored.length > MOST_EVENTS) known.clear();
      const asked = stored.map(ask);
      const decoded = new Map<Gathered, Recorded[]>();
      try {
        for (const { gathered } of asked) if (!decoded.has(gathered)) decoded.set(gathered, await gathered.decoded);
      } catch {
        // another subscription's event may be the undecodable one
        return codec.decode(stored);
      }
      return asked.map(({ gathered, place }) => decoded.get(gathered)![place]!);
    },
  };
};
