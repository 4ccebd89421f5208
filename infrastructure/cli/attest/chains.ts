import { HistoryCut, type StoredEvent, type StreamName } from '#application/ports/eventStore.ts';
import { checkChain, LEDGER } from '#application/reconciliation/bookChecks.ts';
import { openRepository } from '#application/streams/repository.ts';
import type { Storage } from '../../composition/storage.ts';
import { inspectLog, verifyStream } from '../../crypto/hashChain.ts';
import { systemClock } from '../../system/clock.ts';
import type { Finding } from '../../transparency/verify/findings.ts';

const EVERY = 100_000;
const STREAM = `attestation-${LEDGER}`;

type Store = Storage['store'];

const readWhole = (store: Store, stream: StreamName): Promise<StoredEvent[]> =>
  store.readStream(stream).catch((error: unknown) => {
    if (error instanceof HistoryCut) return [];
    throw error;
  });

/** What stands in the log of all may be hidden from whoever reads its stream: cut off at the beginning, or deleted. */
export const hiddenStream = async (
  store: Store,
  ends: ReadonlyMap<StreamName, number>,
): Promise<Finding | undefined> => {
  for (const [stream, revision] of ends) {
    const stored = await readWhole(store, stream);
    if (stored.length <= revision || stored[0]?.revision !== 0)
      return { stream, revision: 0, reason: 'its stream does not hold any more what the log of all events holds' };
  }
  return undefined;
};

/** The first of these streams whose facts do not follow each other. */
export const brokenStream = async (store: Store, streams: Iterable<StreamName>): Promise<Finding | undefined> => {
  for (const stream of streams) {
    const verified = verifyStream(await readWhole(store, stream));
    if (!verified.intact) return { stream, revision: verified.revision, reason: verified.reason };
  }
  return undefined;
};

export type Chains =
  | { broken: Finding | { night: string } }
  | { broken?: never; events: number; streams: number; nights: number; unsealed: number };

/** All events by the chain of each stream and the seals of the nights, which prove nothing against whoever can write both. */
export const checkChains = async (
  { journal, store }: Pick<Storage, 'journal' | 'store'>,
  progress: (events: number) => void,
): Promise<Chains> => {
  const repository = openRepository({ journal, clock: systemClock });
  const seals = await brokenStream(store, [STREAM]);
  if (seals) return { broken: seals };
  const log = inspectLog();
  const ends = new Map<string, number>();
  let seen = 0;
  const found = await checkChain(repository, store, (event) => {
    if (++seen % EVERY === 0) progress(seen);
    ends.set(event.stream, event.revision);
    return log.inspect(event);
  });
  if (!found.intact) return { broken: found };
  const hidden = await hiddenStream(store, ends);
  return hidden ? { broken: hidden } : { ...found, streams: log.streams() };
};
