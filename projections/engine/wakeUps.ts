import type { WakeUp } from '#application/contract/notifications.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { liveSchema, type Tables } from './projection.ts';

/** PostgreSQL's channel; a payload is `{topic} {account}`. */
export const WAKE_UP_CHANNEL = 'account_wake_ups';
/** Stands for all accounts that may read the staff queue. */
export const CASE_READERS = 'caseReaders';
/** A topic for event streams, outside the contract. */
export const SESSION_ENDED = 'session';

/** Notifies every process at commit that these accounts have something new to read. Silent during a rebuild. */
export const wake = async (
  { schema, transaction }: Tables,
  projection: string,
  topic: WakeUp,
  accounts: Iterable<AccountId>,
): Promise<void> => {
  const payloads = [...new Set(accounts)].map((account) => `${topic} ${account}`);
  if (payloads.length === 0 || schema !== liveSchema(projection)) return;
  await transaction.raw('SELECT pg_notify(?, payload) FROM unnest(?::text[]) AS payload', [WAKE_UP_CHANNEL, payloads]);
};
