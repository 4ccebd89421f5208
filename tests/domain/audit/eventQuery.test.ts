import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MOST_QUERY_CHARACTERS,
  parseQuery,
  printQuery,
  type QueryTerm,
  queryWithoutNames,
  together,
  typesMeant,
} from '#domain/audit/eventQuery.ts';
import { DAY } from '#domain/shared/instants.ts';

const terms = (query: string): readonly QueryTerm[] => {
  const parsed = parseQuery(query);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.terms;
};
const bare = (found: readonly QueryTerm[]) => found.map(({ at, ...term }) => term);
const fault = (query: string) => {
  const parsed = parseQuery(query);
  return parsed.ok ? undefined : parsed.fault;
};
const NOON = Date.parse('2026-11-24T12:00:00Z');
const end = (cents: number, strict = false) => ({ cents, strict });

describe('a query of events', () => {
  test.each<[query: string, term: object]>([
    ['type:Dispute*,RefundRequested', { field: 'type', values: ['Dispute*', 'RefundRequested'] }],
    ['actor:buyer', { field: 'actor', values: ['buyer'] }],
    ['ACTOR:"ann b"', { field: 'actor', values: ['ann b'] }],
    ['stream:transaction', { field: 'stream', values: ['transaction'] }],
    ['stream:TX7K2M9QPD', { field: 'stream', values: ['TX7K2M9QPD'] }],
    ['cause:7746fab3-302a', { field: 'cause', values: ['7746fab3-302a'] }],
    ['amount:500', { field: 'amount', low: end(50_000), high: end(50_000) }],
    ['amount:>500', { field: 'amount', low: end(50_000, true), high: null }],
    ['amount:>=0.5', { field: 'amount', low: end(50), high: null }],
    ['amount:>€100', { field: 'amount', low: end(10_000, true), high: null }],
    ['amount:>100,05', { field: 'amount', low: end(10_005, true), high: null }],
    ['amount:€100..200,50€', { field: 'amount', low: end(10_000), high: end(20_050) }],
    ['amount:<12.34', { field: 'amount', low: null, high: end(1_234, true) }],
    ['amount:100..200', { field: 'amount', low: end(10_000), high: end(20_000) }],
    ['amount:..200', { field: 'amount', low: null, high: end(20_000) }],
    ['after:2026-11-24', { field: 'after', instant: NOON - DAY / 2 }],
    ['before:2026-11-24T12:00', { field: 'before', instant: NOON }],
    ['before:2026-11-24T12:00:00.5Z', { field: 'before', instant: NOON + 500 }],
    ['on:2026-11-24', { field: 'on', instant: NOON - DAY / 2 }],
    ['2026-11-24', { field: 'on', instant: NOON - DAY / 2 }],
    ['"2026-11-24"', { field: 'text', text: '2026-11-24' }],
    ['text:"knee pad"', { field: 'text', text: 'knee pad' }],
    ['17:41:09', { field: 'text', text: '17:41:09' }],
    ['knee,', { field: 'text', text: 'knee,' }],
  ])('reads %s', (query, term) => {
    expect(bare(terms(query))).toEqual([{ not: false, ...term }]);
    expect(bare(terms(`-${query}`))).toEqual([{ not: true, ...term }]);
  });

  test('holds all terms, each with its place', () => {
    expect(terms('  type:Payout*  -actor:system knee').map(({ field, at, not }) => [field, at, not])).toEqual([
      ['type', 2, false],
      ['actor', 16, true],
      ['text', 30, false],
    ]);
    expect(terms('')).toEqual([]);
  });

  test.each<[query: string, at: number, length: number, message: string]>([
    ['amount:abc', 0, 10, '“amount:abc” is not an amount. Write amount:>500 or amount:100..200.'],
    ['amount:1,000', 0, 12, '“amount:1,000” is not an amount. Write amount:>500 or amount:100..200.'],
    ['knee amount:..', 5, 9, '“amount:..” is not an amount. Write amount:>500 or amount:100..200.'],
    ['amount:1..2..3', 0, 14, '“amount:1..2..3” is not an amount. Write amount:>500 or amount:100..200.'],
    [
      'after:2026-02-30',
      0,
      16,
      '“after:2026-02-30” is not a day or time. Write after:2026-11-24 or after:2026-11-24T10:00 (UTC).',
    ],
    [
      'before:2026-11-24T25:00',
      0,
      23,
      '“before:2026-11-24T25:00” is not a day or time. Write before:2026-11-24 or before:2026-11-24T10:00 (UTC).',
    ],
    ['on:2026-11-24T10:00', 0, 19, '“on:2026-11-24T10:00” is not a day. Write on:2026-11-24 (UTC).'],
    [
      'type:Dis*ute',
      0,
      12,
      '“type:Dis*ute” is not an event type. Write type:DisputeOpened, type:Dispute* or type:*Refund*.',
    ],
    ['type:*', 0, 6, '“type:*” is not an event type. Write type:DisputeOpened, type:Dispute* or type:*Refund*.'],
    ['type:', 0, 5, 'Write something after “type:”.'],
    ['type:A,', 0, 7, 'Write something after “type:”.'],
    [
      'stream:a/b',
      0,
      10,
      '“stream:a/b” is not a stream. Write stream:transaction, a sale’s number or a whole stream name.',
    ],
    [
      'x colour:red',
      2,
      10,
      '“colour:” is not a field. The fields are type, actor, stream, amount, after, before, on, cause, text.',
    ],
    ['x text:"knee', 2, 10, 'Close the quotation mark with “"”.'],
    ['€€', 0, 2, '“€€” has no letter or digit to search for.'],
    ['x -', 2, 1, 'Write a term after “-”.'],
    ['text:', 0, 5, '“” has no letter or digit to search for.'],
  ])('refuses %s and names the place', (query, at, length, message) => {
    expect(fault(query)).toEqual({ at, length, message });
  });

  test('refuses more characters than it may have', () => {
    expect(parseQuery('a'.repeat(MOST_QUERY_CHARACTERS)).ok).toBe(true);
    const long = fault('type:X '.repeat(1_500));
    expect(long).toMatchObject({ at: 500, message: 'A query has at most 500 characters.' });
  });

  test('prints as text that reads as the same', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019 .-,é€:*'), minLength: 1, maxLength: 12 });
    const text = word.filter((one) => /[\p{L}\p{N}]/u.test(one)).map((one) => `text:"${one}"`);
    const money = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2));
    const amount = fc.oneof(
      fc.tuple(fc.constantFrom('', '>', '<', '>=', '<='), money).map((parts) => `amount:${parts.join('')}`),
      fc.tuple(money, money).map((ends) => `amount:${ends.join('..')}`),
    );
    const instant = fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString());
    const time = fc.oneof(
      fc.tuple(fc.constantFrom('after', 'before'), instant).map(([field, at]) => `${field}:${at}`),
      fc.tuple(fc.constantFrom('after:', 'before:', 'on:', ''), instant).map(([field, at]) => field + at.slice(0, 10)),
    );
    const names = fc.array(fc.constantFrom('Dispute*', 'A', 'RefundRequested', '*Refund*', '*Opened'), {
      minLength: 1,
      maxLength: 3,
    });
    const named = fc.oneof(
      names.map((all) => `type:${all.join(',')}`),
      fc.constantFrom('actor:buyer,"ann b"', 'stream:listing', `stream:transaction-${'a'.repeat(32)}`, 'cause:a-1.b'),
    );
    const term = fc.tuple(fc.constantFrom('', '-'), fc.oneof(text, amount, time, named)).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(term, { maxLength: 8 }), (all) => {
        const read = terms(all.join('  '));
        expect(read).toHaveLength(all.length);
        expect(bare(terms(printQuery(read)))).toEqual(bare(read));
      }),
    );
  });

  test('is kept in a log without words that can name a person', () => {
    const id = 'a'.repeat(32);
    const kept = [
      ['type:Dispute* amount:>500 on:2026-11-24', 'type:Dispute* amount:>500 on:2026-11-24'],
      ['"Ada Lovelace" -ada@example.eu', 'text:"…" -text:"…"'],
      [`actor:ada,Staff,${id} -actor:"Ada L"`, `actor:…,Staff,${id} -actor:…`],
      [`cause:${id} cause:ada stream:TX7K2M9QPD`, `cause:${id} cause:… stream:TX7K2M9QPD`],
      ['amount:ada', ''],
    ];
    expect(kept.map(([query]) => queryWithoutNames(query!))).toEqual(kept.map(([, text]) => text));
  });

  test('answers any text with terms or a fault inside it', () => {
    const sign = fc.constantFrom(...'ab1 :"-,*.>=<\t€', 'type:', 'amount:', 'on:');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
        const query = signs.join('');
        const parsed = parseQuery(query);
        if (parsed.ok) return;
        const { at, length } = parsed.fault;
        expect(at).toBeGreaterThanOrEqual(0);
        expect(length).toBeGreaterThan(0);
        expect(at + length).toBeLessThanOrEqual(query.length);
      }),
    );
  });
});

test('finds the event types that a pattern means, in any case', () => {
  const types = ['DisputeOpened', 'DisputeDecided', 'RefundRequested', 'PartialRefundCompleted'];
  expect(typesMeant('dispute*', types)).toEqual(['DisputeOpened', 'DisputeDecided']);
  expect(typesMeant('REFUNDREQUESTED', types)).toEqual(['RefundRequested']);
  expect(typesMeant('Refund', types)).toEqual([]);
  expect(typesMeant('*refund*', types)).toEqual(['RefundRequested', 'PartialRefundCompleted']);
  expect(typesMeant('*Opened', types)).toEqual(['DisputeOpened']);
});

describe('terms put together', () => {
  test.each([
    ['amount:>=40 amount:<=50', 'amount:40..50'],
    ['amount:>40 amount:>=40 amount:>30', 'amount:>40'],
    ['amount:<50 refund amount:<=50', 'amount:<50 text:"refund"'],
    ['amount:100..200 amount:>150 amount:<=180', 'amount:150..180'],
    ['type:A actor:buyer type:B,C', 'type:A,B,C actor:buyer'],
    ['amount:>40 -amount:50 -amount:60', 'amount:>40 -amount:50 -amount:60'],
    ['after:2026-11-01 before:2026-12-01 after:2026-11-05', 'after:2026-11-01 before:2026-12-01 after:2026-11-05'],
  ])('write %s as %s', (query, whole) => {
    expect(printQuery(together(terms(query)))).toBe(whole);
  });

  test('keep both ends of amounts, each with its strictness', () => {
    expect(together(terms('amount:>40 amount:<=50'))).toMatchObject([{ low: end(4_000, true), high: end(5_000) }]);
  });
});
