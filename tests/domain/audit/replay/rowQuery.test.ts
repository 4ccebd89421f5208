import { describe, expect, test } from 'vitest';
import { parseQuery } from '#domain/audit/eventQuery.ts';
import { isLike, matches, parseRowQuery } from '#domain/audit/replay/rowQuery.ts';

const DISPUTE = {
  id: 'd1',
  causationId: 'c1',
  type: 'DisputeOpened',
  recordedAt: '2026-11-24T10:00:00.000Z',
  actor: { id: 'b', role: 'member' },
  data: { claim: 15_000, text: 'The left knee is broken' },
};
const ROW = { actor: 'buyer', username: 'elena', text: 'disputeopened\nbuyer\nthe left knee is broken' };
const found = (text: string): boolean | string => {
  const parsed = parseRowQuery(text);
  return parsed.ok ? matches(parsed.terms, DISPUTE, ROW) : parsed.fault.message;
};

const decided = (query: string): boolean => {
  const parsed = parseRowQuery(query);
  const event = { ...DISPUTE, type: 'DisputeDecided', data: { toBuyer: 7_400, toSeller: 0, fee: 385 } };
  return parsed.ok && matches(parsed.terms, event, ROW);
};

test('compares several amounts with one and the same sum', () => {
  expect(['amount:>=40 amount:<=50', 'amount:>=70 amount:<=80', 'amount:>3 amount:<4'].map(decided)).toEqual([
    false,
    true,
    true,
  ]);
  expect(decided('amount:>=40 -amount:<=3')).toBe(false);
});

test('finds a sign-in by the account that signed in, not by the system that recorded it', () => {
  const data = { at: 1, accountId: 'b'.repeat(32), way: 'credentials' };
  const signedIn = { ...DISPUTE, type: 'SignInSucceeded', actor: { id: 'system', role: 'system' }, data };
  const finds = (query: string) => {
    const parsed = parseRowQuery(query);
    return parsed.ok && matches(parsed.terms, signedIn, { actor: 'member', username: 'elena', text: '' });
  };
  expect([`actor:${'b'.repeat(32)}`, 'actor:member', 'actor:elena', 'actor:system'].map(finds)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

describe('a search of rows', () => {
  test.each([
    ['type:Dispute*', true],
    ['type:dispute*', true],
    ['type:Dispute', false],
    ['type:Refund*,Dispute*', true],
    ['type:Refund* type:Dispute*', true],
    ['-type:Dispute*', false],
    ['-type:Refund* -actor:seller', true],
    ['actor:buyer', true],
    ['actor:member', true],
    ['actor:Elena', true],
    ['actor:b', true],
    ['actor:seller', false],
    ['amount:>100', true],
    ['amount:150', true],
    ['amount:>150', false],
    ['amount:>=150', true],
    ['amount:<150', false],
    ['amount:100..200', true],
    ['amount:149.99', false],
    ['on:2026-11-24', true],
    ['2026-11-24', true],
    ['on:2026-11-23', false],
    ['after:2026-11-24T10:00', true],
    ['after:2026-11-24T10:01', false],
    ['before:2026-11-24T10:00', false],
    ['before:2026-11-25', true],
    ['cause:c1', true],
    ['cause:d1', true],
    ['cause:unknown', false],
    ['"left knee"', true],
    ['text:"left knee"', true],
    ['knee left', true],
    ['"knee left"', false],
    ['type:Dispute* actor:buyer amount:>100 knee', true],
    ['type:Dispute* actor:seller', false],
    ['', true],
  ])('%s', (text, is) => {
    expect(found(text)).toBe(is);
  });

  test.each(['amount:>x', 'amount:', 'after:yesterday', 'on:2026-02-30', '"left knee'])(
    'refuses %s with the words of the search over all events',
    (text) => {
      const parsed = parseQuery(text);
      expect(parsed.ok).toBe(false);
      expect(parseRowQuery(text)).toEqual(parsed);
    },
  );

  test.each(['foo:bar', 'amuont:>500', 'https://a.example', 'stream:transaction'])(
    'refuses the field of %s',
    (text) => {
      expect(found(text)).toBe(
        `“${text.slice(0, text.indexOf(':'))}:” is not a field. The fields are type, actor, amount, after, before, on, cause, text.`,
      );
    },
  );

  test('matches patterns with many asterisks', () => {
    expect(isLike('a'.repeat(2_000), `${'*a'.repeat(400)}*b`)).toBe(false);
    expect(isLike('DisputeOpened', 'D*s*p*')).toBe(true);
    expect(isLike('aba', 'ab*ba')).toBe(false);
  });
});
