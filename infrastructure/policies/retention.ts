import type { Knex } from 'knex';
import { conversationStream } from '#application/conversations/conversationName.ts';
import { messageImageKey } from '#application/files/pictureNames.ts';
import type { MessageMonth, Retention } from '#application/policies/retention.ts';
import type { Files } from '#application/ports/files.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { Journal } from '#application/streams/journal.ts';
import { forgetMessagesBefore } from '#projections/conversations/messages.ts';
import { endedTransactions, forgetPersonalData } from '#projections/transactions/queries.ts';
import { digestKeyOf } from '../crypto/monthlyDigest.ts';
import { sweepTables } from './sweepTables.ts';

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

/** `202611`. */
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
