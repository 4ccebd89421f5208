import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Mailer } from '#application/ports/mail.ts';

export type OutboxMail = { to: string; replyTo?: string; subject: string; text: string; html: string; date: string };

export type Outbox = Mailer & {
  /** Newest first, 200 by default; `date` is ISO 8601 on the marketplace's clock. */
  list(which?: { to?: string | undefined; limit?: number }): Promise<OutboxMail[]>;
};

type Row = {
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  sent_at: string | number;
};

/** Stores emails in a table, readable at `/dev/mail`, instead of sending them. A known id is ignored. */
export const openOutbox = ({ db, clock }: { db: Knex; clock: Clock }): Outbox => ({
  send: async ({ id, to, replyTo, subject, text, html }) => {
    await db('outbox')
      .insert({ id, recipient: to, reply_to: replyTo ?? null, subject, text, html, sent_at: clock.now() })
      .onConflict('id')
      .ignore();
    return 'done';
  },
  list: async ({ to, limit = 200 } = {}) => {
    const found = db('outbox').orderBy('sequence', 'desc').limit(limit);
    const rows: Row[] = await (to === undefined ? found : found.where({ recipient: to }));
    return rows.map(({ recipient, reply_to, sent_at, ...mail }) => ({
      to: recipient,
      ...(reply_to !== null && { replyTo: reply_to }),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: new Date(Number(sent_at)).toISOString(),
    }));
  },
});
