import type { END, Position as LogPosition, ResolvedEvent, START, StreamingRead } from '@eventstore/db-client';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { NoAnswer } from './failures.ts';
import { openLiveBuffer } from './liveBuffer.ts';
import { toStored } from './storedEvents.ts';

export type ReadingOptions = {
  /** The server is given up after so long without a word, ms. */
  silenceMs: number;
  signal: AbortSignal;
};

/** All that a read brings, to its end. @throws NoAnswer, or what the client throws */
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
  /** Reads until it has that many which `wanted` accepts, however many others are between them. */
  limit: number;
  wanted?: (event: StoredEvent) => boolean;
  /** One page: so many, of whatever kind, from there on. */
  read(from: LogPosition | typeof START | typeof END, maxCount: number): Promise<ResolvedEvent[]>;
};

/** Others' events lie between ours, so a page asks for more than it needs, but a page of a large log never for much more. */
const LEAST_PAGE = 32;
const LARGEST_PAGE = 1_000;

const placeOf = ({ event, link }: ResolvedEvent): LogPosition | undefined => (link ?? event)?.position;
const isSame = (one: LogPosition | undefined, other: AllOptions['from']): boolean =>
  one !== undefined && typeof other === 'object' && one.commit === other.commit && one.prepare === other.prepare;

/** Page by page, each read to its end: a call that is left early may never end in the client. */
export const collectAll = async ({ from, limit, wanted = () => true, read }: AllOptions): Promise<StoredEvent[]> => {
  const found: StoredEvent[] = [];
  for (let next = from; ; ) {
    const maxCount = Math.min(LARGEST_PAGE, Math.max(LEAST_PAGE, limit - found.length + 1));
    const page = await read(next, maxCount);
    for (const resolved of page) {
      // A page begins with the event at which the one before it ended.
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
