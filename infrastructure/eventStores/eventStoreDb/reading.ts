import { type ResolvedEvent, type StreamingRead, StreamNotFoundError } from '@eventstore/db-client';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { NoAnswer } from './failures.ts';
import { openIntake } from './intake.ts';
import { toStored } from './storedEvents.ts';

type ReadingOptions = {
  /** Reads until it has that many which `wanted` accepts, however many others are between them. */
  limit: number;
  wanted?: (event: StoredEvent) => boolean;
  /** The server is given up after so long without a word. */
  silenceMs: number;
  signal: AbortSignal;
};

/** @throws NoAnswer, or what the client throws; a stream that does not exist is empty */
export const collect = async (
  read: StreamingRead<ResolvedEvent>,
  { limit, wanted = () => true, silenceMs, signal }: ReadingOptions,
): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = [];
  const intake = openIntake(read);
  try {
    while (events.length < limit) {
      const next = intake.take();
      if (next) {
        const event = toStored(next);
        if (event && wanted(event)) events.push(event);
        continue;
      }
      if (intake.failure instanceof StreamNotFoundError) return [];
      if (intake.failure !== undefined) throw intake.failure;
      if (intake.ended) return events;
      if (signal.aborted) throw new NoAnswer('the event store was closed while it was being read');
      if (!(await intake.more(silenceMs, signal))) throw new NoAnswer('the event store has gone silent');
    }
    return events;
  } finally {
    intake.leave();
  }
};
