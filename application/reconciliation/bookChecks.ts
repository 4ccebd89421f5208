import { createHash } from 'node:crypto';
import type { BookCheckEvent, Seal } from '#domain/reconciliation/bookChecks.ts';
import type { EventStore, Position, StoredEvent } from '../ports/eventStore.ts';
import type { Repository } from '../streams/repository.ts';

/** The id of the one attestation: its stream is `attestation-ledger`. */
export const LEDGER = 'ledger';

const PAGE = 1_000;

export type Chain = { position: Position | undefined; events: number; digest: string };

/** The chain as it is before the first event. */
export const START: Chain = { position: undefined, events: 0, digest: '' };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The chain from a link on, event by event: who holds a digest holds a seal over everything before it. */
const link = (from: Chain): { add(hash: string): void; end(): Omit<Chain, 'position'> } => {
  let { events, digest } = from;
  return {
    add: (hash) => {
      digest = sha256(digest + hash);
      events++;
    },
    end: () => ({ events, digest }),
  };
};

/** How nights were sealed once: all hashes of a night in one. It could not be interrupted. */
const join = (from: Chain): ReturnType<typeof link> => {
  const sum = createHash('sha256').update(from.digest);
  let { events } = from;
  return {
    add: (hash) => {
      sum.update(hash);
      events++;
    },
    end: () => ({ events, digest: sum.digest('hex') }),
  };
};

const SEALS: Readonly<Record<Seal, typeof link>> = { linked: link, joined: join };

/** Over at most `most` events after `from`, none beyond `upTo`: it ends at `upTo`, or where the next portion begins. */
export const extendChain = async (
  store: Pick<EventStore, 'readAll'>,
  from: Chain,
  upTo: Position,
  most = Number.POSITIVE_INFINITY,
): Promise<Chain> => {
  const sealing = link(from);
  let { position } = from;
  for (let left = most; left > 0; ) {
    const limit = Math.min(PAGE, left);
    const page = await store.readAll({ after: position, limit });
    const wanted = page.filter((event) => event.position <= upTo);
    for (const { metadata } of wanted) sealing.add(metadata.hash);
    if (wanted.length < limit) return { position: upTo, ...sealing.end() };
    position = wanted.at(-1)!.position;
    left -= wanted.length;
  }
  return { position, ...sealing.end() };
};

/** Every night's finding, the newest first. */
export const bookChecksOf = async (repository: Pick<Repository, 'attestations'>): Promise<BookCheckEvent[]> => {
  const { history } = await repository.attestations.loadWithHistory(LEDGER);
  return history.toReversed();
};

export const lastBookCheck = async (
  repository: Pick<Repository, 'attestations'>,
): Promise<BookCheckEvent | undefined> => (await bookChecksOf(repository))[0];

export type Fault = { stream: string; revision: number; reason: string };

/** `unsealed`: events since the last night, whose end could be cut off without a trace. */
type ChainCheck =
  | { intact: true; nights: number; events: number; unsealed: number }
  | ({ intact: false } & (Fault | { night: string }));

/**
 * Goes through all events once more and compares: an event that was changed with all its hashes, or cut off, shows in the night after
 * it. `inspect` looks at each by itself, in its order, and says what is wrong with it.
 */
export const checkChain = async (
  repository: Pick<Repository, 'attestations'>,
  store: Pick<EventStore, 'readAll' | 'head'>,
  inspect: (event: StoredEvent) => Fault | undefined = () => undefined,
): Promise<ChainCheck> => {
  const nights = (await bookChecksOf(repository)).toReversed();
  const head = await store.head();
  let [night, ...later] = nights;
  let sealing = SEALS[night?.data.seal ?? 'linked'](START);
  let [events, unsealed] = [0, 0];

  /** Ends every night before `position`; answers the first that is not what was attested. */
  const endNights = (position: Position | undefined): string | undefined => {
    while (night && (position === undefined || position > night.data.position)) {
      const { data } = night;
      const { digest, events: counted } = sealing.end();
      if (digest !== data.digest || counted !== data.events) return data.night;
      [night, ...later] = later;
      sealing = SEALS[night?.data.seal ?? 'linked'](data);
    }
    return undefined;
  };

  for (let after: Position | undefined; head !== undefined; ) {
    const page = (await store.readAll({ after, limit: PAGE })).filter(({ position }) => position <= head);
    for (const event of page) {
      const fault = inspect(event);
      if (fault) return { intact: false, ...fault };
      const broken = endNights(event.position);
      if (broken !== undefined) return { intact: false, night: broken };
      if (night) sealing.add(event.metadata.hash);
      else unsealed++;
      events++;
    }
    if (page.length < PAGE) break;
    after = page.at(-1)!.position;
  }
  const broken = endNights(undefined);
  if (broken !== undefined) return { intact: false, night: broken };
  return { intact: true, nights: nights.length, events, unsealed };
};
