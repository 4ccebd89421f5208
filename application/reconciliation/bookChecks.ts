import { createHash } from 'node:crypto';
import type { BookCheckEvent, Seal } from '#domain/reconciliation/bookChecks.ts';
import type { EventStore, Position, StoredEvent } from '../ports/eventStore.ts';
import type { Repository } from '../streams/repository.ts';

/** Id of the only book check stream, `attestation-ledger`. */
export const LEDGER = 'ledger';

const PAGE = 1_000;

export type Chain = { position: Position | undefined; events: number; digest: string };

/** The chain before the first event. */
export const START: Chain = { position: undefined, events: 0, digest: '' };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Extends the chain event by event: a digest covers everything before it. */
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

/** The former method: one hash per night, which could not be interrupted. */
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

/** Covers at most `most` events after `from`, up to `upTo`. Ends at `upTo` or at the next portion's start. */
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

/** All nightly results, newest first. */
export const bookChecksOf = async (repository: Pick<Repository, 'bookChecks'>): Promise<BookCheckEvent[]> => {
  const { history } = await repository.bookChecks.loadWithHistory(LEDGER);
  return history.toReversed();
};

export const lastBookCheck = async (repository: Pick<Repository, 'bookChecks'>): Promise<BookCheckEvent | undefined> =>
  (await bookChecksOf(repository))[0];

export type Fault = { stream: string; revision: number; reason: string };

/** `unsealed`: events since the last night; truncating them would leave no trace. */
type ChainCheck =
  | { intact: true; nights: number; events: number; unsealed: number }
  | ({ intact: false } & (Fault | { night: string }));

/**
 * Recomputes the chain over all events. A changed or missing event shows in the following night, even if its
 * hashes were recomputed. `inspect` checks each event in order and returns its fault.
 */
export const checkChain = async (
  repository: Pick<Repository, 'bookChecks'>,
  store: Pick<EventStore, 'readAll' | 'head'>,
  inspect: (event: StoredEvent) => Fault | undefined = () => undefined,
): Promise<ChainCheck> => {
  const nights = (await bookChecksOf(repository)).toReversed();
  const head = await store.head();
  let [night, ...later] = nights;
  let sealing = SEALS[night?.data.seal ?? 'linked'](START);
  let [events, unsealed] = [0, 0];

  /** Closes every night before `position` and returns the first one that does not match. */
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
