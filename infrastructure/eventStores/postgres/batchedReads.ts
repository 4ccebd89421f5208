import type { StoredEvent, StreamName } from '#application/ports/eventStore.ts';

/** The events of a stream from this revision on, `limit` at most. */
export type StreamRead = { stream: StreamName; from: number; limit?: number | undefined };

type Gathered = { asked: Map<string, StreamRead>; answers: Promise<ReadonlyMap<string, StoredEvent[]>> };

/** With more streams, the first answers would wait too long for the last. */
const MOST_STREAMS = 64;

const keyOf = ({ stream, from, limit }: StreamRead): string => `${stream}@${from}+${limit}`;

/**
 * Batches stream reads of one turn into one statement and reads each stream once, since all followers read after an
 * append. No answer is older than its question. @param read returns the streams in order
 */
export const batchReads = (read: (asked: readonly StreamRead[]) => Promise<StoredEvent[][]>) => {
  let gathering: Gathered | undefined;

  const gather = (): Gathered => {
    const asked = new Map<string, StreamRead>();
    const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      if (gathering?.asked === asked) gathering = undefined;
      const found = await read([...asked.values()]);
      return new Map([...asked.keys()].map((key, place) => [key, found[place]!]));
    });
    return { asked, answers };
  };

  return async (wanted: StreamRead): Promise<StoredEvent[]> => {
    if (!gathering || gathering.asked.size >= MOST_STREAMS) gathering = gather();
    const { asked, answers } = gathering;
    asked.set(keyOf(wanted), wanted);
    return [...(await answers).get(keyOf(wanted))!];
  };
};
