import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mailer } from '#application/ports/mail.ts';
import { openOutbox } from '#infrastructure/mail/outbox.ts';
import { openSmtpMailer, type SmtpMailer } from '#infrastructure/mail/smtp.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { watchedMailer } from '#infrastructure/observability/outsideCalls.ts';
import { noTracing } from '#infrastructure/observability/tracing.ts';
import { type MailServer, startMailServer } from '#tests/support/mailServer.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const clock = manualClock();
const log = silentLog();
const mail = (id: string, subject = id) => ({ id, to: 'ada@example.com', subject, text: 'text', html: '<p>html</p>' });

let server: MailServer;
let smtp: SmtpMailer;
const openSmtp = (smtpUrl = server.url) =>
  openSmtpMailer({
    smtpUrl,
    from: 'Reliquary <post@reliquary.example>',
    answersTo: 'help@reliquary.example',
    db: database.knex,
    clock,
    log,
  });
beforeAll(async () => {
  server = await startMailServer();
  smtp = openSmtp();
});
afterAll(async () => {
  smtp.close();
  await server.close();
});

type Opened = { mailer: Mailer; subjects(): Promise<string[]> };
const outbox = (): Opened => {
  const mailer = openOutbox({ db: database.knex, clock });
  return { mailer, subjects: async () => (await mailer.list()).map(({ subject }) => subject) };
};
const overSmtp = (): Opened => ({
  mailer: smtp,
  subjects: async () => server.received.map(({ text }) => /^Subject: (.*?)\r?$/m.exec(text)?.[1] ?? ''),
});

describe.each([
  ['outbox', outbox],
  ['SMTP', overSmtp],
])('a mailer: %s', (_name, open) => {
  test('sends an e-mail', async () => {
    const { mailer, subjects } = open();
    await mailer.send(mail('an email'));
    expect(await subjects()).toContain('an email');
  });

  test('sends nothing for an id already used, even concurrently', async () => {
    const { mailer, subjects } = open();
    await Promise.all([mailer.send(mail('same')), mailer.send(mail('same', 'other words')), mailer.send(mail('same'))]);
    await mailer.send(mail('same'));
    expect((await subjects()).filter((subject) => subject === 'same' || subject === 'other words')).toHaveLength(1);
  });

  test('sends many at once', async () => {
    const { mailer, subjects } = open();
    const many = Array.from({ length: 30 }, (_, n) => `many-${n}`);
    await Promise.all(many.map((id) => mailer.send(mail(id))));
    expect((await subjects()).filter((subject) => subject.startsWith('many-')).toSorted()).toEqual(many.toSorted());
  });
});

describe('the outbox', () => {
  test('keeps e-mails newest first, dated by the marketplace clock', async () => {
    const box = openOutbox({ db: database.knex, clock });
    await box.send(mail('one'));
    clock.advance(1_000);
    await box.send(mail('two'));
    expect(await box.list({ limit: 2 })).toEqual([
      { to: 'ada@example.com', subject: 'two', text: 'text', html: '<p>html</p>', date: '2026-03-02T12:00:01.000Z' },
      { to: 'ada@example.com', subject: 'one', text: 'text', html: '<p>html</p>', date: '2026-03-02T12:00:00.000Z' },
    ]);
    await box.send({ ...mail('for another'), to: 'grace@example.com' });
    expect((await box.list({ to: 'grace@example.com' })).map(({ subject }) => subject)).toEqual(['for another']);
  });
});

describe('over SMTP', () => {
  const named = (subject: string) =>
    server.received.filter(({ text }) => new RegExp(`^Subject: ${subject}\\r?$`, 'm').test(text));

  test('sends both bodies, our address, a reply address and an auto-generated header', async () => {
    await smtp.send({ ...mail('whole'), replyTo: 'bob@example.com' });
    const [{ from, to, text } = { from: '', to: [], text: '' }] = named('whole');
    expect([from, to]).toEqual(['post@reliquary.example', ['ada@example.com']]);
    expect(text).toMatch(/^From: Reliquary <post@reliquary\.example>\r?$/m);
    expect(text).toMatch(/^Reply-To: bob@example\.com\r?$/m);
    expect(text).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    expect(text).toMatch(/text\/plain[\s\S]*text\r?\n[\s\S]*text\/html[\s\S]*<p>html<\/p>/);
  });

  test('directs replies to support if no other address is given, whatever the sender', async () => {
    await smtp.send(mail('answered'));
    expect(named('answered').map(({ text }) => /^Reply-To: (.*?)\r?$/m.exec(text)?.[1])).toEqual([
      'help@reliquary.example',
    ]);
  });

  test('keeps a subject of several lines in one header, so it adds no recipients', async () => {
    await smtp.send(mail('asks\r\nBcc: eve@example.com\r\n\r\nbody'));
    const [{ to, text } = { to: [], text: '' }] = server.received.filter((received) => received.text.includes('eve@'));
    expect(to).toEqual(['ada@example.com']);
    expect(text).not.toMatch(/^Bcc:/im);
  });

  test('adds one-click unsubscribe headers only to e-mails that allow it', async () => {
    await smtp.send({ ...mail('ending'), unsubscribe: 'https://reliquary.example/api/emails/unsubscribe/token' });
    await smtp.send(mail('lasting'));
    const [ending, lasting] = [named('ending')[0]?.text ?? '', named('lasting')[0]?.text ?? ''];
    expect(ending).toMatch(/^List-Unsubscribe: <https:\/\/reliquary\.example\/api\/emails\/unsubscribe\/token>\r?$/m);
    expect(ending).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(lasting).not.toMatch(/^List-Unsubscribe/m);
  });

  test('keeps and shares connections', async () => {
    const before = server.connections();
    await Promise.all(Array.from({ length: 20 }, (_, n) => smtp.send(mail(`pooled-${n}`))));
    expect(server.connections() - before).toBeLessThanOrEqual(4);
  });

  test('retries a temporary refusal with the next attempt', async () => {
    server.next({ code: 451 });
    await expect(smtp.send(mail('greylisted'))).rejects.toThrow('451');
    await smtp.send(mail('greylisted'));
    expect(named('greylisted')).toHaveLength(1);
  });

  test('gives up on an unknown mailbox without logging its address', async () => {
    server.next({ code: 550 });
    await smtp.send(mail('nobody'));
    await smtp.send(mail('nobody'));
    expect(named('nobody')).toHaveLength(0);
    expect(await database.knex('sent_mails').where({ id: 'nobody' }).first('outcome')).toEqual({ outcome: 'refused' });
    expect(log.lines.some(({ message }) => message === 'a mail was refused for good')).toBe(true);
    expect(JSON.stringify(log.lines)).not.toContain('@');
  });

  test('counts final refusals apart from accepted e-mails in the metrics', async () => {
    const metrics = openMetrics();
    const watched = watchedMailer(smtp, metrics, noTracing);
    server.next({ code: 550 });
    await watched.send(mail('refused and counted'));
    await watched.send(mail('taken and counted'));
    server.next({ code: 451 });
    await expect(watched.send(mail('later and counted'))).rejects.toThrow('451');
    const said = await metrics.registry.getSingleMetricAsString('reliquary_mails_total');
    expect(said.split('\n').filter((line) => line.startsWith('reliquary_'))).toEqual([
      'reliquary_mails_total{outcome="refused"} 1',
      'reliquary_mails_total{outcome="done"} 1',
      'reliquary_mails_total{outcome="Error"} 1',
    ]);
  });

  test.each([
    ['the sender is not ours', { code: 550, ofSender: true }],
    ['nobody has signed in', { code: 550, words: '5.7.1 Relaying denied' }],
  ] as const)('keeps an e-mail when the server has a problem with us: %s', async (why, fault) => {
    server.next(fault);
    await expect(smtp.send(mail(why))).rejects.toThrow('EENVELOPE 550');
    await smtp.send(mail(why));
    expect(named(why)).toHaveLength(1);
    expect(await database.knex('sent_mails').where({ id: why }).first('outcome')).toEqual({ outcome: 'accepted' });
  });

  test('raises one alarm when nothing is accepted any more, and again only after a success', async () => {
    const alarms = () => log.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
    const before = alarms().length;
    let sent = 0;
    const refuse = async (times: number) => {
      for (let time = 0; time < times; time++) {
        server.next({ code: 550, words: 'relay not permitted' });
        await smtp.send(mail(`refused ${sent++}`));
      }
    };
    const take = () => smtp.send(mail(`taken ${sent++}`));
    await take();
    await refuse(9);
    await take();
    await refuse(9);
    expect(alarms().slice(before)).toEqual([]);
    await refuse(20);
    await take();
    await refuse(10);
    const ALARM = 'mails are refused for good: none of the last ones was taken';
    expect(alarms().slice(before)).toEqual([ALARM, ALARM]);
  });

  test('reuses the Message-ID after a lost answer, so mailboxes can deduplicate', async () => {
    server.next('lostAnswer');
    await expect(smtp.send(mail('unsure'))).rejects.toThrow('the mail server did not take a mail');
    await smtp.send(mail('unsure'));
    const ids = named('unsure').map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@reliquary\.example>$/);
  });

  test('loses no e-mail when the server is unreachable or the password is wrong', async () => {
    for (const wrong of ['smtp://127.0.0.1:1', server.url.replace('p%40ss', 'other')]) {
      const broken = openSmtp(wrong);
      await expect(broken.send(mail('patient'))).rejects.toThrow(/did not take a mail: (ESOCKET|ECONNECTION|EAUTH)/);
      broken.close();
    }
    await smtp.send(mail('patient'));
    expect(named('patient')).toHaveLength(1);
  });
});
