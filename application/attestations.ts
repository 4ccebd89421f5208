import { createHash } from 'node:crypto';
import type { AttestationEvent } from '#domain/attestations/events.ts';
import type { Journal } from './journal.ts';
import type { EventStore, Position, StoredEvent } from './ports/eventStore.ts';

export const ATTESTATIONS = 'attestation-ledger';

const PAGE = 1_000;

export type Chain = { position: Position | undefined; events: number; digest: string };

/** Before the first event. */
export const START: Chain = { position: undefined, events: 0, digest: '' };

/** The chain's next link, over the events after `from` up to a position: who holds a digest holds a seal over everything before it. */
export const extendChain = async (store: Pick<EventStore, 'readAll'>, from: Chain, upTo: Position): Promise<Chain> => {
  const sum = createHash('sha256').update(from.digest);
  let { position, events } = from;
  for (;;) {
    const page: StoredEvent[] = await store.readAll({ after: position, limit: PAGE });
    const wanted = page.filter((event) => event.position <= upTo);
    for (const { metadata } of wanted) sum.update(metadata.hash);
    events += wanted.length;
    position = wanted.at(-1)?.position ?? position;
    if (wanted.length < PAGE) return { position: upTo, events, digest: sum.digest('hex') };
  }
};

/** Every night's finding, the newest first. */
export const attestationsOf = async (journal: Pick<Journal, 'load'>): Promise<AttestationEvent[]> => {
  const { events } = await journal.load(ATTESTATIONS);
  return (events as unknown as AttestationEvent[]).toReversed();
};

export const lastAttestation = async (journal: Pick<Journal, 'load'>): Promise<AttestationEvent | undefined> =>
  (await attestationsOf(journal))[0];

type ChainCheck = { intact: true; nights: number } | { intact: false; night: string };

/** Goes through all events once more and compares: an event that was changed with all its hashes, or cut off, shows in the night after it. */
export const checkChain = async (
  journal: Pick<Journal, 'load'>,
  store: Pick<EventStore, 'readAll'>,
): Promise<ChainCheck> => {
  let chain = START;
  const nights = (await attestationsOf(journal)).toReversed();
  for (const { data } of nights) {
    chain = await extendChain(store, chain, data.position);
    if (chain.digest !== data.digest || chain.events !== data.events) return { intact: false, night: data.night };
  }
  return { intact: true, nights: nights.length };
};
