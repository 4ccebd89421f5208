import type { END, Position as LogPosition, ResolvedEvent, START, StreamingRead } from '@eventstore/db-client';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { NoAnswer } from './failures.ts';
import { openLiveBuffer } from './liveBuffer.ts';
import { toStored } from './storedEvents.ts';

export type ReadingOptions = {
  /** Gives up after this much silence, ms. */
  silenceMs: number;
  signal: AbortSignal;
};

/** Reads to the end. @throws NoAnswer, or the client's error */
export const collect = async (
  read: StreamingRead<ResolvedEvent>,
  { silenceMs, signal }: ReadingOptions,
): Promise<ResolvedEvent[]> => {
  const events: ResolvedEvent[] = [];
  const intake = openLiveBuffer(read);
  try {
    while (true) {
      const next = intake.take();
      if (next) {
        events.push(next);
        continue;
      }
      if (intake.failure !== undefined) throw intake.failure;
      if (intake.ended) return events;
      if (signal.aborted) throw new NoAnswer('the event store was closed while it was being read');
      if (!(await intake.more(silenceMs, signal))) throw new NoAnswer('the event store has gone silent');
    }
  } finally {
    intake.leave();
  }
};

type AllOptions = {
  from: LogPosition | typeof START | typeof END;
  /** Number of events that `wanted` accepts; others are skipped. */
  limit: number;
  wanted?: (event: StoredEvent) => boolean;
  /** Reads one page of any events. */
  read(from: LogPosition | typeof START | typeof END, maxCount: number): Promise<ResolvedEvent[]>;
};

/** Other events lie in between, so pages ask for more than needed, within limits. */
const LEAST_PAGE = 32;
const LARGEST_PAGE = 1_000;

const placeOf = ({ event, link }: ResolvedEvent): LogPosition | undefined => (link ?? event)?.position;
const isSame = (one: LogPosition | undefined, other: AllOptions['from']): boolean =>
  one !== undefined && typeof other === 'object' && one.commit === other.commit && one.prepare === other.prepare;

/** Reads each page to its end: a call that is left early may never end in the client. */
export const collectAll = async ({ from, limit, wanted = () => true, read }: AllOptions): Promise<StoredEvent[]> => {
  const found: StoredEvent[] = [];
  for (let next = from; ; ) {
    const maxCount = Math.min(LARGEST_PAGE, Math.max(LEAST_PAGE, limit - found.length + 1));
    const page = await read(next, maxCount);
    for (const resolved of page) {
      // A page starts with the last event of the previous page.
      if (next !== from && isSame(placeOf(resolved), next)) continue;
      const event = toStored(resolved);
      if (event && wanted(event)) found.push(event);
    }
    const last = page.at(-1);
    const reached = last && placeOf(last);
    if (found.length >= limit || page.length < maxCount || !reached || isSame(reached, next))
      return found.slice(0, limit);
    next = reached;
  }
};
