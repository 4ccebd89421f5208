import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { createTransport } from 'nodemailer';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mail, Mailer, MailOutcome } from '#application/ports/mail.ts';

type SmtpOptions = {
  smtpUrl: string;
  from: string;
  /** The default Reply-To: nobody may read the sender's mailbox. */
  answersTo: string;
  db: Knex;
  clock: Clock;
  log: Log;
};

export type SmtpMailer = Mailer & { close(): void };

/**
 * A permanent refusal: no such mailbox, or the content is refused. Faults on our side (5.7.x: sender, sign-in, TLS)
 * need an operator, and the mail waits.
 */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode, command, response } = error as Partial<Record<string, string>> & {
    responseCode?: number;
  };
  if (responseCode === undefined || responseCode < 550) return false;
  return (
    code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO' && !/^\d+[ -]5\.7\./.test(response ?? ''))
  );
};

/** This many refusals in a row are not missing mailboxes: the server refuses us. */
const MANY = 10;

/**
 * Sends mail by SMTP, once per id: the transaction that records the id waits for the server's answer, and a second
 * sender of the same id waits for that. A crash in between sends the mail again with the same Message-ID, which
 * mailboxes recognise.
 * @throws if the server is unreachable or asks to retry; the caller retries
 */
export const openSmtpMailer = ({ smtpUrl, from, answersTo, db, clock, log }: SmtpOptions): SmtpMailer => {
  const host = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    maxMessages: 100,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  let refusedInARow = 0;
  const fingerprint = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 40);

  const deliver = async ({
    id,
    to,
    replyTo = answersTo,
    unsubscribe,
    subject,
    text,
    html,
  }: Mail): Promise<MailOutcome> => {
    try {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        replyTo,
        messageId: `<${fingerprint(id)}@${host}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          // RFC 8058: one-click unsubscribe
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      refusedInARow = 0;
      return 'done';
    } catch (error) {
      if (!isFinal(error)) throw new Error(`the mail server did not take a mail: ${reasonOf(error)}`);
      log.warn({ mail: fingerprint(id), reason: reasonOf(error) }, 'a mail was refused for good');
      if (++refusedInARow === MANY)
        log.error(
          { inARow: MANY, reason: reasonOf(error) },
          'mails are refused for good: none of the last ones was taken',
        );
      return 'refused';
    }
  };

  return {
    send: (mail) =>
      db.transaction(async (transaction) => {
        const first = await transaction('sent_mails')
          .insert({ id: mail.id, sent_at: clock.now(), outcome: 'accepted' })
          .onConflict('id')
          .ignore()
          .returning('id');
        if (first.length === 0) return 'done';
        const outcome = await deliver(mail);
        if (outcome === 'refused') await transaction('sent_mails').where({ id: mail.id }).update({ outcome });
        return outcome;
      }),
    close: () => transport.close(),
  };
};

/** Codes only: the server's text repeats the address. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
};
