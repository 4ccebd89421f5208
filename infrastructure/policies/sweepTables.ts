import type { Knex } from 'knex';
import { OPENINGS_COUNT_FOR } from '#domain/conversations/conversation.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';

/** A second click on a good link is answered well for so long. */
const TOKENS = 30 * DAY;
/** In the embedded mode only; a mail's id keeps it from being written twice. */
const MAILS = 90 * DAY;
/** Nobody tries the same command again for so long. */
const COMMAND_IDS = 30 * DAY;
/** Longer than the longest retry of a provider or a job, by far. */
const KNOWN = 400 * DAY;
/** As long as sales: a person may have to look for money that belongs to none. */
const UNMATCHED_EVENTS = 7 * 366 * DAY;

/** Removes what nobody asks for again. Sessions, rate limits and command ids run on the system's clock, all else on the marketplace's. */
export const sweepTables = async (db: Knex, now: Instant): Promise<Record<string, number>> => ({
  sessions: await db('sessions').where('expires_at', '<=', db.fn.now()).delete(),
  rate_limits: await db('rate_limits').where('expire', '<', Date.now()).delete(),
  command_ids: await db('command_ids')
    .where('first_sent_at', '<', new Date(Date.now() - COMMAND_IDS))
    .delete(),
  one_time_tokens: await db('one_time_tokens')
    .where('expires_at', '<', now - TOKENS)
    .delete(),
  outbox: await db('outbox')
    .where('sent_at', '<', now - MAILS)
    .delete(),
  security_counts: await db('security_counts')
    .where('day', '<', new Date(now - DAY).toISOString().slice(0, 10))
    .delete(),
  conversation_openings: await db('conversation_openings')
    .where('opened_at', '<=', now - OPENINGS_COUNT_FOR)
    .delete(),
  sent_mails: await db('sent_mails')
    .where('sent_at', '<', now - KNOWN)
    .delete(),
  fired_reminders: await db
    .withSchema('projections')
    .table('fired_reminders')
    .where('fired_at', '<', now - KNOWN)
    .delete(),
  provider_objects: await db('provider_objects')
    .where('created_at', '<', now - KNOWN)
    .delete(),
  provider_events: await db('provider_events')
    .where('handled_at', '<', now - KNOWN)
    .where((either) => either.where({ outcome: 'recorded' }).orWhere('handled_at', '<', now - UNMATCHED_EVENTS))
    .delete(),
});
