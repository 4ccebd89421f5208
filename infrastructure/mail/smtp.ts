import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { createTransport } from 'nodemailer';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mail, Mailer, MailOutcome } from '#application/ports/mail.ts';

type SmtpOptions = {
  smtpUrl: string;
  from: string;
  /** Where answers go that no mail says another address for: what is sent from may be a mailbox that nobody reads. */
  answersTo: string;
  db: Knex;
  clock: Clock;
  log: Log;
};

export type SmtpMailer = Mailer & { close(): void };

/**
 * The server takes this mail from nobody and never: the mailbox does not exist, the content is refused. What it has against us (a sender
 * that is not ours, a sign-in or TLS that is missing: 5.7.x) is for somebody to mend, and the mail waits for that.
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

/** So many in a row are no mailboxes that are gone: it is the server that sends nothing for us, and says it in its own words. */
const MANY = 10;

/**
 * Mails through an SMTP server. One mail a cause: that it was sent is written in the transaction that waits for the server's answer,
 * so a second sender of the same id waits and then sends nothing. A process that dies between the two leaves a mail that is sent
 * again with the same Message-ID, by which mailboxes know it.
 * @throws when the server cannot be reached or asks to come again; the caller tries again
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
          // RFC 8058: one click in the mailbox ends it
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

/** Codes only: the server's words repeat the address. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
};
