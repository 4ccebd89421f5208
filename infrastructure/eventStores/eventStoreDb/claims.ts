import {
  type EventStoreDBClient,
  jsonEvent,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { CLAIM_STREAM } from '../claimedLog.ts';
import { collect, type ReadingOptions } from './reading.ts';

/** No hash and no version in its metadata: it is no event of the marketplace, and every reader passes it by. */
export const claimBy = (id: string) => jsonEvent({ id, type: 'EventLogClaimed', data: { id } });

/** Undefined when nobody has claimed the log. */
export const readClaim = async (
  client: Pick<EventStoreDBClient, 'readStream'>,
  reading: ReadingOptions,
): Promise<string | undefined> => {
  const read = client.readStream(CLAIM_STREAM, { fromRevision: START, maxCount: 1 });
  try {
    const [first] = await collect(read, reading);
    return first?.event && String((first.event.data as { id?: unknown }).id);
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return undefined;
    throw error;
  }
};
