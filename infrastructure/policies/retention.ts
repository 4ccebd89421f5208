import type { Knex } from 'knex';
import { conversationStream } from '#application/conversations/conversationName.ts';
import { messageImageKey } from '#application/files/pictureNames.ts';
import type { MessageMonth, Retention } from '#application/policies/retention.ts';
import type { Files } from '#application/ports/files.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { Journal } from '#application/streams/journal.ts';
import { OPENINGS_COUNT_FOR } from '#domain/conversations/conversation.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import { forgetMessagesBefore } from '#projections/conversations/messages.ts';
import { endedTransactions, forgetPersonalData } from '#projections/transactions/queries.ts';
import { digestKeyOf } from '../crypto/monthlyDigest.ts';

/** A second click on a valid link still gets a friendly answer for this long. */
const TOKENS = 30 * DAY;
/** Embedded mode only. The mail id prevents sending it twice. */
const MAILS = 90 * DAY;
/** No client retries a command after this long. */
const COMMAND_IDS = 30 * DAY;
/** Far longer than any retry by a provider or a job. */
const KNOWN = 400 * DAY;
/** Auditors ask why within the two years of an annual audit. */
const EFFECTS = 2 * 366 * DAY;
/** As long as transactions: staff may need to trace unmatched money. */
const UNMATCHED_EVENTS = 7 * 366 * DAY;

/** Deletes expired rows. Sessions, rate limits and command ids use the system clock, the rest the marketplace clock. */
const sweepTables = async (db: Knex, now: Instant): Promise<Record<string, number>> => ({
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
  case_reads: await db('case_reads')
    .where('read_at', '<', new Date(Date.now() - KNOWN))
    .delete(),
  saved_views: await db('saved_views')
    .where('used_at', '<', new Date(Date.now() - KNOWN))
    .delete(),
  effects: await db('effects')
    .where('at', '<', now - EFFECTS)
    .delete(),
  provider_objects: await db('provider_objects')
    .where('created_at', '<', now - KNOWN)
    .delete(),
  provider_events: await db('provider_events')
    .where('handled_at', '<', now - KNOWN)
    .where((either) => either.where({ outcome: 'recorded' }).orWhere('handled_at', '<', now - UNMATCHED_EVENTS))
    .delete(),
});

type RetentionOptions = {
  db: Knex;
  keys: Pick<SubjectKeys, 'erase'>;
  journal: Pick<Journal, 'load'>;
  files: Pick<Files, 'remove'>;
};

const monthNamed = (subject: string): MessageMonth => {
  const [, conversation, month] = subject.split('-') as [string, string, string];
  const [year, place] = [Number(month.slice(0, 4)), Number(month.slice(4)) - 1];
  return { subject, conversation, from: Date.UTC(year, place), until: Date.UTC(year, place + 1) };
};

/** Format `202611`. */
const monthOf = (instant: number): string => new Date(instant).toISOString().slice(0, 7).replace('-', '');

export const openRetention = ({ db, keys, journal, files }: RetentionOptions): Retention => ({
  messageMonths: async (endedBy, limit) => {
    const rows: { subject: string }[] = await db('subject_keys')
      .where('subject', 'like', 'conversation-%')
      .whereRaw('right(subject, 6) < ?', [monthOf(endedBy)])
      .whereNotNull('wrapped_key')
      .orderBy('subject')
      .limit(limit)
      .select('subject');
    return rows.map(({ subject }) => monthNamed(subject));
  },
  forgetMessageImages: async ({ conversation, from, until }) => {
    const { events } = await journal.load(conversationStream(conversation));
    for (const { type, data } of events)
      if (type === 'MessageSent' && data.at >= from && data.at < until && data.image)
        await files.remove(messageImageKey(data.image));
  },
  forgetMessagesBefore: (instant) => forgetMessagesBefore(db, instant),
  endedSales: (noEventSince, limit) => endedTransactions(db, noEventSince, limit),
  endedOrphans: async (handledBy, limit) => {
    const { rows } = await db.raw<{ rows: { event_id: string }[] }>(
      `SELECT p.event_id FROM provider_events p
         JOIN subject_keys k ON k.subject = 'orphan-' || left(encode(sha256(convert_to(p.event_id, 'UTF8')), 'hex'), 32)
        WHERE p.outcome IN ('orphan', 'impossible', 'unmatched') AND p.handled_at <= :handledBy AND k.wrapped_key IS NOT NULL
        ORDER BY p.event_id LIMIT :limit`,
      { handledBy, limit },
    );
    return rows.map(({ event_id }) => event_id);
  },
  digestMonths: async (endedBy, limit) => {
    const rows: { subject: string }[] = await db('subject_keys')
      .where('subject', 'like', digestKeyOf('%'))
      .where('subject', '<', digestKeyOf(monthOf(endedBy)))
      .whereNotNull('wrapped_key')
      .orderBy('subject')
      .limit(limit)
      .select('subject');
    return rows.map(({ subject }) => subject);
  },
  forgetSale: (transaction) => forgetPersonalData(db, [transaction]),
  eraseKey: (subject) => keys.erase(subject),
  sweepTables: (now) => sweepTables(db, now),
});
