import { createHash } from 'node:crypto';
import canonicalizeModule from 'canonicalize';
import type { NewEvent, StoredEvent, StreamName } from '#application/ports/eventStore.ts';

/** The package's types describe a module of another kind than the one it is. */
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string;

type Unhashed = Pick<NewEvent, 'id' | 'type' | 'version' | 'data'> & {
  metadata: Omit<NewEvent['metadata'], 'hash'>;
};

/** SHA-256 over the canonical JSON of the envelope. Personal fields count as ciphertext, so erasing a key breaks no chain. */
export const hashOf = (stream: StreamName, { id, type, version, data, metadata }: Unhashed): string => {
  const { hash: _, ...rest } = metadata as NewEvent['metadata'];
  const json = canonicalize({ id, type, version, stream, data, metadata: rest });
  return createHash('sha256').update(json).digest('hex');
};

export type Verification = { intact: true } | { intact: false; revision: number; reason: string };

/** Checks a whole stream from its first event: finds what was changed, taken out, put in or moved. Cutting off its end leaves no trace in it. */
export const verifyStream = (events: readonly StoredEvent[]): Verification => {
  let previous: string | null = null;
  for (const [index, event] of events.entries()) {
    const broken = (reason: string): Verification => ({ intact: false, revision: index, reason });
    if (event.revision !== index) return broken(`revision ${index} is missing`);
    if (event.metadata.prevHash !== previous) return broken('it does not follow the event before it');
    if (hashOf(event.stream, event) !== event.metadata.hash) return broken('it is not what was written');
    previous = event.metadata.hash;
  }
  return { intact: true };
};
