import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unmatchedEventStream } from '#application/streams/streamNames.ts';
import type { DomainEvent } from '#domain/events.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openMonthlyDigest } from '#infrastructure/crypto/monthlyDigest.ts';
import { openErasure } from '#infrastructure/policies/erasure.ts';
import { openRetention } from '#infrastructure/policies/retention.ts';
import { conversations } from '#projections/conversations/projection.ts';
import { transactions } from '#projections/transactions/projection.ts';
import { BUYER, NOW, SELLER } from '#tests/projections/given.ts';
import { contentsOf, fill, type Harness, openHarness } from '#tests/projections/harness.ts';
import { LISTING, openTransaction, TRANSACTION } from '#tests/projections/transactions/transactionRows.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const removed: string[] = [];
const files = { remove: async (key: string) => void removed.push(key) };
const YEAR = 365 * DAY;
let stand: Harness;
beforeAll(() => {
  stand = openHarness(database.url, database.knex);
});
afterAll(() => stand.close());
const retention = () => openRetention({ db: database.knex, keys: stand.keys, journal: stand.journal, files });
beforeEach(() => void removed.splice(0));

describe('messages [D2-396]', () => {
  const TALK = 'f'.repeat(32);
  const said = (n: number, at: number): DomainEvent => ({
    type: 'MessageSent',
    data: {
      at,
      messageId: String(n).padStart(32, '0'),
      senderId: BUYER,
      content: `message ${n}`,
      image: { original: `picture-${n}.webp`, s3Key: `k${n}` },
    },
  });
  const reported = (n: number, at: number): DomainEvent => ({
    type: 'MessageReported',
    data: { at, messageId: String(n).padStart(32, '0'), reporterId: SELLER, reason: `reason ${n}` },
  });
  const MAY = Date.UTC(2026, 4, 31, 23, 59, 59, 999);
  const JUNE = Date.UTC(2026, 5, 1);

  test('are erased by month, two years after the month ends', async () => {
    const started = {
      type: 'ConversationStarted',
      data: { at: MAY, buyerId: BUYER, sellerId: SELLER, listingId: LISTING },
    } as const;
    await stand.append(
      `conversation-${TALK}`,
      started,
      said(1, MAY),
      reported(1, MAY),
      said(2, JUNE),
      reported(2, JUNE),
    );
    await fill(database.knex, [conversations], await stand.history());

    const { messageMonths, forgetMessageImages, eraseKey, forgetMessagesBefore } = retention();
    expect(await messageMonths(MAY, 10)).toEqual([]);
    const [month, ...others] = await messageMonths(JUNE, 10);
    expect(others).toEqual([]);
    expect(month).toEqual({
      subject: `conversation-${TALK}-202605`,
      conversation: TALK,
      from: Date.UTC(2026, 4, 1),
      until: JUNE,
    });
    await forgetMessageImages(month!);
    expect(removed).toEqual(['messages/k1/picture-1.webp']);
    await eraseKey(month!.subject);
    await forgetMessagesBefore(month!.until);
    expect(await messageMonths(JUNE, 10)).toEqual([]);

    for (const kept of [await stand.history(), await contentsOf(database.knex, conversations)]) {
      expect(JSON.stringify(kept)).not.toMatch(/message 1|reason 1|picture-1/);
      expect(JSON.stringify(kept)).toMatch(/message 2.*reason 2|reason 2.*message 2/s);
    }
  });
});

describe('the personal data of transactions [D2-395]', () => {
  const saved = async (...stories: ReturnType<typeof openTransaction>[]) => {
    for (const { sale: transaction, events } of stories) await stand.append(`transaction-${transaction.id}`, ...events);
    const ids = new Set(stories.map(({ sale: transaction }) => `transaction-${transaction.id}`));
    await fill(
      database.knex,
      [transactions],
      (await stand.history()).filter(({ stream }) => ids.has(stream)),
    );
  };
  const numbered = (n: number) => openTransaction({ id: String(n).padStart(32, '7') });

  test('stays for seven years after the last event, and longer while anything is open', async () => {
    const [over, open] = [numbered(1).completed(), numbered(2).shipped()];
    await saved(over, open);
    const { endedSales: endedTransactions } = retention();
    expect(await endedTransactions(over.now - 1, 10)).toEqual([]);
    expect(await endedTransactions(over.now + YEAR, 10)).toEqual([over.sale.id]);
  });

  test('is erased from events and read models, once', async () => {
    const story = openTransaction().completed();
    await saved(story);
    const { endedSales: endedTransactions, eraseKey, forgetSale: forgetTransaction } = retention();
    const due = () => endedTransactions(story.now, 10);
    expect(await due()).toEqual([TRANSACTION]);
    await eraseKey(`transaction-${TRANSACTION}`);
    expect(await due()).toEqual([TRANSACTION]); // a crash here leaves the read models to be cleared
    await forgetTransaction(TRANSACTION);
    expect(await due()).toEqual([]);
    const history = (await stand.history()).filter(({ stream }) => stream === `transaction-${TRANSACTION}`);
    for (const kept of [history, await contentsOf(database.knex, transactions)])
      expect(JSON.stringify(kept)).not.toMatch(/Ghent|3STRACK/);
    expect(history).toContainEqual(expect.objectContaining({ type: 'PaymentCaptured' }));
  });
});

test('keeps notes on unmatched provider events readable for seven years after they were handled', async () => {
  const told = (event_id: string, handled_at: number, outcome: string) =>
    database.knex('provider_events').insert({ event_id, fact: '{}', received_at: 1, handled_at, outcome });
  await told('evt/ä', NOW - 8 * YEAR, 'orphan');
  await told('evt-young', NOW - YEAR, 'orphan');
  await told('evt-without-note', NOW - 8 * YEAR, 'orphan');
  const close = { type: 'OrphanFactClosed', data: { at: NOW, note: 'it was Ada’s', by: 'x' } } as const;
  for (const id of ['evt/ä', 'evt-young']) await stand.append(unmatchedEventStream(id), close);
  const noteOf = async (id: string) =>
    (await stand.history()).find(({ stream }) => stream === unmatchedEventStream(id))?.data as { note: string | null };
  const { endedOrphans: endedUnmatchedEvents, eraseKey } = retention();
  expect(await endedUnmatchedEvents(NOW - 7 * YEAR, 10)).toEqual(['evt/ä']);
  await eraseKey(unmatchedEventStream('evt/ä'));
  expect(await endedUnmatchedEvents(NOW - 7 * YEAR, 10)).toEqual([]);
  expect([(await noteOf('evt/ä')).note, (await noteOf('evt-young')).note]).toEqual([null, 'it was Ada’s']);
  await database.knex('provider_events').delete();
});

test('erases a month’s digest key a year after its last day', async () => {
  const digest = openMonthlyDigest(stand.keys);
  for (const month of ['202505', '202506', '202606']) await digest(month, 'network 192.0.2.1');
  const { digestMonths, eraseKey } = retention();
  expect(await digestMonths(Date.UTC(2025, 4, 31, 23), 10)).toEqual([]);
  expect(await digestMonths(Date.UTC(2025, 5, 1), 10)).toEqual(['security-202505']);
  await eraseKey('security-202505');
  expect(await digestMonths(Date.UTC(2025, 5, 1), 10)).toEqual([]);
  await expect(digest('202505', 'network 192.0.2.1')).rejects.toThrow('erased');
});

test('deletes the saved views and the reading of an erased account, and no others', async () => {
  const db = database.knex;
  const rowsOf = (account_id: string) => [
    { table: 'saved_views', row: { account_id, list: 'cases', name: 'Appeals', query: 'kind=appeal' } },
    { table: 'case_reads', row: { transaction_id: 'x', account_id, read_to: new Date(), read_at: new Date() } },
  ];
  for (const { table, row } of [...rowsOf(BUYER), ...rowsOf(SELLER)]) await db(table).insert(row);
  const { forgetSignIn } = openErasure({
    db,
    keys: stand.keys,
    credentials: { erase: async () => undefined },
    journal: stand.journal,
    files: { ...files, put: async () => undefined, get: async () => undefined },
  });
  await forgetSignIn(BUYER);
  for (const { table } of rowsOf(BUYER))
    expect((await db(table)).map(({ account_id }) => account_id)).toEqual([SELLER]);
  await forgetSignIn(SELLER);
});

test('deletes expired rows and keeps the others', async () => {
  const db = database.knex;
  const now = NOW;
  const hex = (email: string, length: number) => email.repeat(length);
  const soon = new Date(Date.now() + HOUR);
  await db('sessions').insert([
    { session_id: hex('a', 32), account_id: hex('1', 32), expires_at: new Date(Date.now() - HOUR) },
    { session_id: hex('b', 32), account_id: hex('1', 32), expires_at: soon },
  ]);
  await db('rate_limits').insert([
    { key: 'old', points: 1, expire: Date.now() - 1 },
    { key: 'new', points: 1, expire: Date.now() + HOUR },
  ]);
  const sent = (id: string, days: number) => ({
    id: Buffer.from(id),
    request: Buffer.from('r'),
    first_sent_at: new Date(Date.now() - days * DAY),
  });
  await db('command_ids').insert([sent('old', 31), sent('new', 29)]);
  await db('one_time_tokens').insert([
    { token_hash: hex('a', 64), account_id: hex('1', 32), purpose: 'verifyEmail', expires_at: now - 31 * DAY },
    { token_hash: hex('b', 64), account_id: hex('1', 32), purpose: 'verifyEmail', expires_at: now - 29 * DAY },
  ]);
  const mail = { recipient: 'ada@example.com', subject: 's', text: 't', html: 'h' };
  const day = (days: number) => new Date(now - days * DAY).toISOString().slice(0, 10);
  await db('security_counts').insert([
    { kind: 'k', day: day(2), times: 3 },
    { kind: 'k', day: day(1), times: 3 },
  ]);
  await db('outbox').insert([
    { id: 'old', ...mail, sent_at: now - 91 * DAY },
    { id: 'new', ...mail, sent_at: now - 89 * DAY },
  ]);
  await db('sent_mails').insert([
    { id: 'old', sent_at: now - 401 * DAY, outcome: 'accepted' },
    { id: 'new', sent_at: now - 399 * DAY, outcome: 'accepted' },
  ]);
  const told = (event_id: string, handled_at: number | null, outcome: string | null) =>
    db('provider_events').insert({ event_id, fact: '{}', received_at: 1, handled_at, outcome });
  await told('old', now - 401 * DAY, 'recorded');
  await told('new', now - 399 * DAY, 'recorded');
  await told('orphan', now - 401 * DAY, 'orphan');
  await told('old orphan', now - 8 * YEAR, 'orphan');
  await told('unhandled', null, null);
  const listed = (id: string, created_at: number) => ({
    kind: 'refund',
    id,
    object: '{}',
    created_at,
    since: 0,
    run: '',
  });
  await db('conversation_openings').insert([
    { account_id: 'x', conversation_id: 'old', opened_at: now - DAY },
    { account_id: 'x', conversation_id: 'new', opened_at: now - DAY + 1 },
  ]);
  await db('provider_objects').insert([listed('old', now - 401 * DAY), listed('new', now - 399 * DAY)]);
  await db('projections.fired_reminders').insert([
    { transaction_id: 'x', kind: 'shipReminder', due_at: 1, fired_at: now - 401 * DAY },
    { transaction_id: 'y', kind: 'shipReminder', due_at: 1, fired_at: now - 399 * DAY },
  ]);
  const effect = (ref: string, days: number) => {
    const at = now - days * DAY;
    return { kind: 'job', ref, name: 'mail', outcome: 'done', attempts: 1, first_at: at, at };
  };
  const read = (account_id: string, days: number) => {
    const read_at = new Date(Date.now() - days * DAY);
    return { transaction_id: 'x', account_id, read_to: read_at, read_at };
  };
  await db('case_reads').insert([read('old', 401), read('new', 399)]);
  const view = (name: string, days: number) => ({
    account_id: 'x',
    list: 'cases',
    name,
    query: 'kind=appeal',
    used_at: new Date(Date.now() - days * DAY),
  });
  await db('saved_views').insert([view('old', 401), view('new', 399)]);
  await db('effects').insert([effect('old', 733), effect('new', 731)]);

  expect(await retention().sweepTables(now)).toEqual({
    sessions: 1,
    rate_limits: 1,
    command_ids: 1,
    one_time_tokens: 1,
    outbox: 1,
    security_counts: 1,
    conversation_openings: 1,
    sent_mails: 1,
    fired_reminders: 1,
    case_reads: 1,
    saved_views: 1,
    effects: 1,
    provider_objects: 1,
    provider_events: 2,
  });
  expect((await db('provider_events').orderBy('event_id')).map(({ event_id }) => event_id)).toEqual([
    'new',
    'orphan',
    'unhandled',
  ]);
  expect(Object.values(await retention().sweepTables(now)).every((count) => count === 0)).toBe(true);
});
