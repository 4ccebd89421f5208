import type { StoredEvent, StreamName } from '#application/ports/eventStore.ts';

/** The events of a stream from this revision on. */
export type StreamRead = { stream: StreamName; from: number };

type Gathered = { asked: Map<string, StreamRead>; answers: Promise<ReadonlyMap<string, StoredEvent[]>> };

/** Above this many the answers of the first would wait for those of the last for too long. */
const MOST_STREAMS = 64;

const keyOf = ({ stream, from }: StreamRead): string => `${stream}@${from}`;

/**
 * Streams that are asked for in the same turn are read with one statement, and one that several ask for is read once: after an
 * append that is everybody who follows it. No answer is older than its question.
 * @param read answers each of them in the order in which they were asked
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
