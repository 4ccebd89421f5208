import {
  type EventStoreDBClient,
  jsonEvent,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { CLAIM_STREAM } from '../claimedLog.ts';
import { collect, type ReadingOptions } from './reading.ts';

/** Without hash and version in its metadata, so every reader skips it. */
export const claimBy = (id: string) => jsonEvent({ id, type: 'EventLogClaimed', data: { id } });

/** Undefined if the log is unclaimed. */
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
