import { createHash } from 'node:crypto';
import type { NewEvent, StoredEvent, StreamName } from '#application/ports/eventStore.ts';
import { canonicalJson } from './canonicalJson.ts';

type Unhashed = Pick<NewEvent, 'id' | 'type' | 'version' | 'data'> & {
  metadata: Omit<NewEvent['metadata'], 'hash'>;
};

/**
 * SHA-256 over the canonical JSON of the envelope. Personal fields enter as ciphertext, so erasing a key breaks no
 * chain.
 */
export const hashOf = (stream: StreamName, { id, type, version, data, metadata }: Unhashed): string => {
  const { hash: _, ...rest } = metadata as NewEvent['metadata'];
  const json = canonicalJson({ id, type, version, stream, data, metadata: rest });
  return createHash('sha256').update(json).digest('hex');
};

export type Verification = { intact: true } | { intact: false; revision: number; reason: string };

type Place = { revision: number; hash: string };

/** What is wrong with an event that follows `last` in its stream, by itself and in its place; undefined when it is what was written. */
const faultOf = (event: StoredEvent, last: Place | undefined): string | undefined => {
  const revision = last ? last.revision + 1 : 0;
  if (event.revision !== revision) return `revision ${revision} is missing`;
  if (event.metadata.prevHash !== (last?.hash ?? null)) return 'it does not follow the event before it';
  return hashOf(event.stream, event) === event.metadata.hash ? undefined : 'it is not what was written';
};

const placeOf = ({ revision, metadata: { hash } }: StoredEvent): Place => ({ revision, hash });

/** Checks a whole stream from its first event: finds what was changed, taken out, put in or moved. Cutting off its end leaves no trace in it. */
export const verifyStream = (events: readonly StoredEvent[]): Verification => verifyPart(events, undefined);

/** Checks a part of a stream that follows `before`, the event before the part. */
export const verifyPart = (events: readonly StoredEvent[], before: StoredEvent | undefined): Verification => {
  let last = before && placeOf(before);
  for (const event of events) {
    const reason = faultOf(event, last);
    if (reason !== undefined) return { intact: false, revision: last ? last.revision + 1 : 0, reason };
    last = placeOf(event);
  }
  return { intact: true };
};

/** The same for all streams at once, in the order of the log. It keeps the last hash of each stream in memory, about 200 bytes. */
export const inspectLog = () => {
  const places = new Map<StreamName, Place>();
  return {
    streams: () => places.size,
    inspect: (event: StoredEvent) => {
      const last = places.get(event.stream);
      const reason = faultOf(event, last);
      if (reason !== undefined) return { stream: event.stream, revision: last ? last.revision + 1 : 0, reason };
      places.set(event.stream, placeOf(event));
      return undefined;
    },
  };
};
