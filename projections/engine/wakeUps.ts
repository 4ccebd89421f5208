import type { HISTORY_WAKE_UP, WakeUp } from '#application/contract/notifications.ts';
import { liveSchema, type Tables } from './projection.ts';

/** PostgreSQL's channel; a payload is `{topic} {listener}`, where a listener is an account or a stream. */
export const WAKE_UP_CHANNEL = 'account_wake_ups';
/** Stands for all accounts that may read the staff queue. */
export const CASE_READERS = 'caseReaders';
/** A topic for event streams, outside the contract. */
export const SESSION_ENDED = 'session';

/** Notifies every process at commit that these accounts, or the readers of these streams, have something new to read. Silent during a rebuild. */
export const wake = async (
  { schema, transaction }: Tables,
  projection: string,
  topic: WakeUp | typeof HISTORY_WAKE_UP,
  listeners: Iterable<string>,
): Promise<void> => {
  const payloads = [...new Set(listeners)].map((listener) => `${topic} ${listener}`);
  if (payloads.length === 0 || schema !== liveSchema(projection)) return;
  await transaction.raw('SELECT pg_notify(?, payload) FROM unnest(?::text[]) AS payload', [WAKE_UP_CHANNEL, payloads]);
};
