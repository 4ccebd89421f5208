import {
  AccessDeniedError,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
  type SubscribeToAllOptions,
} from '@eventstore/db-client';
import { type Cut, EventStoreUnavailable, type StreamName } from '#application/ports/eventStore.ts';
import { openLiveBuffer, type Source } from './liveBuffer.ts';
import { collect, type ReadingOptions } from './reading.ts';

/** Stream metadata that removes events. */
const CUTTING = ['$maxCount', '$maxAge', '$tb'] as const;
/** A deleted stream can be written again: its metadata truncates before every number. */
const BEHIND_ALL = Number.MAX_SAFE_INTEGER;
/** Long, because the server scans its whole log. */
const WITHIN_MS = 10 * 60_000;

export const ALL_METADATA: SubscribeToAllOptions = {
  fromPosition: START,
  filter: eventTypeFilter({ regex: '^\\$(metadata|streamDeleted)$' }),
};

const cutBy = (metadata: unknown): string | undefined => {
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const said = metadata as Partial<Record<(typeof CUTTING)[number], unknown>>;
  if (Number(said.$tb) >= BEHIND_ALL) return 'a deletion';
  const set = CUTTING.filter((name) => Number(said[name] ?? 0) > 0);
  return set.length > 0 ? set.join(', ') : undefined;
};

/**
 * Whether an empty stream was soft-deleted, which can be undone; the server reports "not found" for it, as for a
 * stream that never existed.
 */
export const isDeleted = async (
  client: Pick<EventStoreDBClient, 'readStream'>,
  stream: StreamName,
  reading: ReadingOptions,
): Promise<boolean> => {
  const read = client.readStream(`$$${stream}`, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
  try {
    const [metadata] = await collect(read, reading);
    return cutBy(metadata?.event?.data) !== undefined;
  } catch (error) {
    // without the right to read metadata, assume it was not
    if (error instanceof StreamNotFoundError || error instanceof AccessDeniedError) return false;
    throw error;
  }
};

const note = (cuts: Map<StreamName, Cut>, { event }: ResolvedEvent): void => {
  if (!event) return;
  const ofMetadata = event.type === '$metadata';
  const stream = ofMetadata ? event.streamId.replace(/^\$\$/, '') : event.streamId;
  const by = ofMetadata ? cutBy(event.data) : 'a tombstone';
  if (by === undefined) cuts.delete(stream);
  else cuts.set(stream, { stream, by });
};

/** All metadata in the log up to now. */
export const collectTruncations = async (source: Source, signal: AbortSignal): Promise<Cut[]> => {
  const cuts = new Map<StreamName, Cut>();
  const intake = openLiveBuffer(source);
  try {
    while (true) {
      const next = intake.take();
      if (next) note(cuts, next);
      else if (intake.failure !== undefined) throw intake.failure;
      else if (intake.ended || signal.aborted)
        throw new EventStoreUnavailable('the event store ended while it was read');
      else if (intake.live) return [...cuts.values()];
      else if (!(await intake.more(WITHIN_MS, signal)))
        throw new EventStoreUnavailable('the event store has gone silent');
    }
  } finally {
    intake.leave();
  }
};
