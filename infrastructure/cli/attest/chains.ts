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

/** Finds a stream that the log contains but readers cannot see, because it was truncated or deleted. */
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

/** The first gap or mismatch in the hash chains of these streams. */
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

/** Checks all hash chains and nightly seals. Proves nothing against someone who can rewrite both. */
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
