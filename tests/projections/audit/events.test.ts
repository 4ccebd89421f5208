import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventPage, eventHistogram as histogramAnswer } from '#application/contract/eventSearch.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { personalIn } from '#domain/audit/sight.ts';
import type { DomainEvent } from '#domain/events.ts';
import { DAY, MINUTE } from '#domain/shared/instants.ts';
import { accounts } from '#projections/accounts/projection.ts';
import type { EventCondition } from '#projections/audit/events/conditions.ts';
import { events } from '#projections/audit/events/projection.ts';
import {
  eventHistogram,
  eventsFound,
  MOST_COUNTED,
  streamsClosedTo,
  streamsMeant,
} from '#projections/audit/events/queries.ts';
import { listings } from '#projections/listings/projection.ts';
import { stories } from '#tests/history/stories/all.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, published, registered, SELLER } from '../given.ts';
import { contentsOf, fill } from '../harness.ts';
import { interleave, openTransaction, TRANSACTION } from '../transactions/transactionRows.ts';

const database = useDatabase();
const STREAM = `transaction-${TRANSACTION}`;
const STAFF = 'e'.repeat(32);
const OPEN = { categories: [], streams: [] };

/** Events with the actors of their commands. */
const by = (history: Recorded[], actors: Record<string, { id: string; role: string }>): Recorded[] =>
  history.map((event) => ({
    ...event,
    metadata: { ...event.metadata, actor: (actors[event.type] ?? event.metadata.actor) as never },
  }));

const buyer = { id: BUYER, role: 'member' };
const reported: DomainEvent = {
  type: 'ListingReported',
  data: {
    at: NOW + DAY,
    reportId: '1'.repeat(32),
    reporterId: BUYER,
    sellerId: SELLER,
    reason: 'counterfeit',
    explanation: 'not made by them',
  } as never,
};
const HISTORY = by(
  interleave({
    'listing-1': [published({ at: NOW - 2 * DAY, title: 'An azure knight' })],
    [STREAM]: openTransaction().confirmed().events,
    [`notice-${'d'.repeat(32)}`]: [reported],
    [`account-${BUYER}`]: [registered({ username: 'ada' })],
    [`security-${BUYER}`]: [
      {
        type: 'SignInSucceeded',
        data: { at: NOW, accountId: BUYER, way: 'credentials', secondFactor: false, network: 'c'.repeat(32), times: 1 },
      },
    ],
  }),
  {
    TransactionCreated: buyer,
    DisputeOpened: buyer,
    DisputeContested: { id: SELLER, role: 'member' },
    DisputeDecided: { id: STAFF, role: 'staff' },
  },
);

beforeAll(() => fill(database.knex, [accounts, listings, events], HISTORY));

const found = async (conditions: readonly EventCondition[], closed = OPEN) => {
  const page = await eventsFound(database.knex, { conditions, closed }, { limit: 100 });
  const answer = { ...page, maskedTexts: 0, unknownNames: [] };
  expect(eventPage.parse(answer)).toEqual(answer);
  return page.events;
};
const types = async (...conditions: object[]) =>
  (await found(conditions.map((one) => ({ not: false, ...one }) as EventCondition))).map(({ type }) => type);
const text = (words: string) => ({ text: words, accounts: [], streams: [] });

test('has one row per event of every stream, newest first', async () => {
  const all = await found([]);
  expect(all).toHaveLength(HISTORY.length);
  const times = all.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const opened = all.find(({ type }) => type === 'DisputeOpened');
  expect(opened).toMatchObject({
    stream: STREAM,
    actor: { id: BUYER, role: 'buyer', name: 'ada' },
    amount: 10,
    currency: 'EUR',
    label: expect.stringMatching(/^TX\w{8}, Knight of the Azure Keep$/),
  });
  expect(opened?.details).toContain('claim €10.00, category Not as described');
  expect(all.find(({ type }) => type === 'ListingPublished')?.label).toBe('An azure knight');
});

test('says how a dispute ended, who signed in, and whose history it is', async () => {
  const [opened] = await found([{ not: false, types: ['DisputeOpened'] }]);
  const { toBuyer } = HISTORY.find((event) => event.type === 'DisputeDecided')!.data as { toBuyer: number };
  expect(opened?.outcome).toBe(`decided, €${(toBuyer / 100).toFixed(2)} to the buyer`);
  const [signedIn] = await found([{ not: false, types: ['SignInSucceeded'] }]);
  expect(signedIn).toMatchObject({ label: 'ada', outcome: null, actor: { id: BUYER, role: 'member', name: 'ada' } });
});

describe('a condition', () => {
  test('finds types, roles, accounts, categories and streams', async () => {
    expect(await types({ types: ['DisputeOpened', 'DisputeContested'] })).toEqual([
      'DisputeContested',
      'DisputeOpened',
    ]);
    expect(await types({ types: [] })).toEqual([]);
    expect(await types({ roles: ['seller'], accounts: [] })).toEqual(['DisputeContested']);
    expect(await types({ roles: ['staff'], accounts: [SELLER] })).toEqual(['DisputeDecided', 'DisputeContested']);
    expect(await types({ categories: ['listing'], streams: [] })).toEqual(['ListingPublished']);
    expect(await types({ categories: [], streams: [`security-${BUYER}`] })).toEqual(['SignInSucceeded']);
  });

  test('compares the sum of a row, and how a decision divides it', async () => {
    const end = (cents: number, strict: boolean) => ({ cents, strict });
    const type = { types: ['DisputeOpened'] };
    expect(await types(type, { low: end(1_000, false), high: null })).toEqual(['DisputeOpened']);
    expect(await types(type, { low: end(1_000, true), high: null })).toEqual([]);
    expect(await types(type, { low: null, high: end(1_000, false) })).toEqual(['DisputeOpened']);
    expect(await types({ not: true, low: end(0, false), high: null })).toContain('DisputeContested');
    const decided = HISTORY.find((event) => event.type === 'DisputeDecided')!;
    const { toBuyer, toSeller, fee } = decided.data as Record<'toBuyer' | 'toSeller' | 'fee', number>;
    for (const sum of [toBuyer, toSeller, fee])
      expect(await types({ types: [decided.type] }, { low: end(sum, false), high: end(sum, false) })).toHaveLength(1);
    const ends = [toBuyer, toSeller, fee].toSorted((one, other) => one - other);
    const between = { low: end(ends[0]!, true), high: end(ends[1]!, true) };
    expect(await types({ types: [decided.type] }, between)).toEqual([]);
    const [row] = await found([{ not: false, types: [decided.type] }]);
    expect(row).toMatchObject({
      amount: toBuyer / 100,
      toBuyer: toBuyer / 100,
      toSeller: toSeller / 100,
      fee: fee / 100,
    });
  });

  test('includes its first instant and not its last', async () => {
    const at = HISTORY.find(({ type }) => type === 'DisputeOpened')!.data.at;
    expect(await types({ from: at, until: at + 1 })).toEqual(['DisputeOpened']);
    expect(await types({ from: at - 1, until: at })).toEqual([]);
  });

  test('finds what an id caused', async () => {
    const { id } = HISTORY[0]!;
    expect(await types({ causes: [id] })).toEqual([HISTORY[0]!.type]);
    expect(await types({ causes: ['x'] })).toHaveLength(HISTORY.length);
  });

  test('finds words of a row by their beginning, all of them', async () => {
    expect(await types(text('described claim'))).toEqual(['DisputeOpened']);
    expect(await types(text('DESCRI'))).toEqual(['DisputeOpened']);
    expect(await types(text('NOT_AS_DESCRIBED'))).toEqual(['DisputeOpened']);
    expect(await types(text('signed in by password'))).toEqual(['SignInSucceeded']);
    expect(await types(text('credentials'))).toEqual(['SignInSucceeded']);
    expect(await types(text('described nothing'))).toEqual([]);
    expect(await types(text(`'; DROP TABLE x; --`))).toEqual([]);
  });

  test('finds revisions of one stream, and excludes what it must not match', async () => {
    const revisions = { stream: STREAM, found: [0] };
    expect(await types({ ...text('nowhere'), revisions })).toEqual(['TransactionCreated']);
    expect(await types({ not: true, categories: ['transaction'], streams: [] })).toEqual([
      'ListingReported',
      'SignInSucceeded',
      'AccountRegistered',
      'ListingPublished',
    ]);
  });
});

test('finds transactions by number, title and party', async () => {
  const label = (await found([{ not: false, types: ['TransactionCreated'] }]))[0]!.label!;
  for (const words of [label.slice(0, 10), 'azure kni'])
    expect(await streamsMeant(database.knex, words, undefined)).toEqual([STREAM]);
  expect(await streamsMeant(database.knex, 'nobody', SELLER)).toContain(STREAM);
  expect(await streamsMeant(database.knex, 'nobody', undefined)).toEqual([]);
});

test('leaves out what is closed to a party, and closed categories', async () => {
  expect((await streamsClosedTo(database.knex, BUYER)).toSorted()).toEqual([`notice-${'d'.repeat(32)}`, STREAM]);
  expect(await streamsClosedTo(database.knex, STAFF)).toEqual([]);
  const seen = await found([], {
    categories: ['security'],
    streams: await streamsClosedTo(database.knex, BUYER),
  } as never);
  expect(seen.map(({ type }) => type).toSorted()).toEqual(['AccountRegistered', 'ListingPublished']);
});

test('turns pages by the last row, and answers what was stored since a position', async () => {
  const filter = { conditions: [], closed: OPEN };
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const [at, position] = cursor?.split('.') ?? [];
    const after: { at: number; position: string } | undefined =
      at === undefined ? undefined : { at: Number(at), position: position! };
    const page = await eventsFound(database.knex, filter, { after, limit: 3 });
    seen.push(...page.events.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toEqual((await found([])).map(({ id }) => id));
  const since = HISTORY.at(-3)!.position;
  const { events: newer, upTo } = await eventsFound(database.knex, filter, { since, limit: 50 });
  expect(newer.map(({ position }) => position).toSorted()).toEqual(HISTORY.slice(-2).map(({ position }) => position));
  expect(upTo).toBe(HISTORY.at(-1)!.position);
});

test('counts by day, exactly up to a limit and estimated above it', async () => {
  const filter = { conditions: [], closed: OPEN };
  const few = await eventHistogram(database.knex, filter);
  expect(histogramAnswer.parse(few)).toEqual(few);
  expect(few).toMatchObject({ count: HISTORY.length, estimated: false });
  expect(few.bars[0]).toMatchObject({
    from: `${new Date(NOW - 2 * DAY).toISOString().slice(0, 10)}T00:00:00.000Z`,
    count: 1,
  });
  await database.knex.raw(`INSERT INTO read_events.events
    SELECT lpad((900000 + n)::text, 20, '0'), 'e' || n, stream, 'bulk', revision, type, at + n * ${MINUTE}, recorded_at, actor_role, actor_id,
           command_id, correlation_id, causation_id, amount, to_buyer, to_seller, fee, currency, details, words
      FROM read_events.events, generate_series(1, ${MOST_COUNTED + 500}) n WHERE type = 'ListingPublished'`);
  const bulk = { conditions: [{ not: false, categories: ['bulk'], streams: [] }], closed: OPEN };
  const many = await eventHistogram(database.knex, bulk);
  expect(many.estimated).toBe(true);
  expect(many.bars.reduce((sum, { count }) => sum + count, 0)).toBe(many.count);
  expect(many.count).toBeGreaterThan(MOST_COUNTED / 2);
  await database.knex('read_events.events').where({ category: 'bulk' }).delete();
});

const MARK = 'zzsealed';

/** A personal value with a mark in every text. */
const marked = (value: unknown): unknown => {
  if (typeof value === 'string') return `${MARK}${value}`;
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value === 'number') return 987_654_321;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, marked(inner)]));
};

/** Every event of every recorded story, its personal fields marked. */
const STORIES = interleave(
  Object.fromEntries(
    Object.values(stories).map(({ stream, acts }, index) => [
      `${stream.split('-')[0]}-${index}${stream.split('-')[1]}`,
      acts
        .flatMap(({ events }) => events as DomainEvent[])
        .map((event) => ({
          ...event,
          data: Object.fromEntries(
            Object.entries(event.data).map(([name, value]) => [
              name,
              personalIn(event.type).includes(name) ? marked(value) : value,
            ]),
          ),
        })) as DomainEvent[],
    ]),
  ),
);

test('stores no personal field of any event', async () => {
  const personal = new Set(STORIES.filter(({ data }) => JSON.stringify(data).includes(MARK)).map(({ type }) => type));
  expect(personal.size).toBeGreaterThan(40);
  await database.knex.raw('DROP SCHEMA read_events CASCADE');
  await fill(database.knex, [events], STORIES);
  const kept = JSON.stringify(await contentsOf(database.knex, events));
  expect(kept).not.toContain(MARK);
  expect(kept).not.toMatch(/987_?,?654/);
});

test('is the same in any batching', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }), async (sizes) => {
      await database.knex.raw('DROP SCHEMA IF EXISTS read_events CASCADE');
      await fill(database.knex, [events], HISTORY);
      const whole = await contentsOf(database.knex, events);
      await database.knex.raw('DROP SCHEMA read_events CASCADE');
      await fill(database.knex, [events], HISTORY, sizes);
      expect(await contentsOf(database.knex, events)).toEqual(whole);
    }),
    { numRuns: 4 },
  );
});
