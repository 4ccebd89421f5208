import type { WakeUp } from '#application/contract/notifications.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { liveSchema, type Tables } from './projection.ts';

/** PostgreSQL's channel; a payload is `{topic} {account}`. */
export const WAKE_UP_CHANNEL = 'account_wake_ups';
/** One topic more beside those of the contract: for streams only. */
export const SESSION_ENDED = 'session';

/** Tells every process, with the commit of this batch, that these accounts have something new to read. Not while a read model is built anew. */
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
