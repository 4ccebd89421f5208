import { expect, test } from 'vitest';
import { openOutbox } from '#infrastructure/mail/outbox.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const clock = manualClock();
const mail = (id: string, subject = id) => ({ id, to: 'ada@example.com', subject, text: 'text', html: '<p>html</p>' });

test('mails are kept newest first, with their date on the marketplace’s clock', async () => {
  const outbox = openOutbox({ db: database.knex, clock });
  await outbox.send(mail('one'));
  clock.advance(1_000);
  await outbox.send(mail('two'));
  expect(await outbox.list()).toEqual({
    messages: [
      { to: 'ada@example.com', subject: 'two', text: 'text', html: '<p>html</p>', date: '2026-03-02T12:00:01.000Z' },
      { to: 'ada@example.com', subject: 'one', text: 'text', html: '<p>html</p>', date: '2026-03-02T12:00:00.000Z' },
    ],
  });
});

test('the same id again sends nothing, also at the same moment', async () => {
  const outbox = openOutbox({ db: database.knex, clock });
  await Promise.all([outbox.send(mail('same')), outbox.send(mail('same', 'other words')), outbox.send(mail('same'))]);
  const { messages } = await openOutbox({ db: database.knex, clock }).list();
  expect(messages.filter(({ subject }) => subject === 'same' || subject === 'other words')).toHaveLength(1);
});
