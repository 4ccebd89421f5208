import { describe, expect, test } from 'vitest';
import { isEmptyQuery, isLike, matches, readRowQuery, rowQueryFault } from '#domain/audit/replay/rowQuery.ts';

const DISPUTE = {
  type: 'DisputeOpened',
  recordedAt: '2026-11-24T10:00:00.000Z',
  actor: { id: 'b', role: 'member' },
  data: { claim: 15_000, text: 'The left knee is broken' },
};
const found = (text: string): boolean =>
  matches(readRowQuery(text), DISPUTE, { actor: 'buyer', text: 'disputeopened\nbuyer\nthe left knee is broken' });

describe('a search of rows', () => {
  test.each([
    ['type:Dispute*', true],
    ['type:dispute*', true],
    ['type:Dispute', false],
    ['type:*opened', true],
    ['actor:buyer', true],
    ['actor:seller', false],
    ['amount:>100', true],
    ['amount:150', true],
    ['amount:<150', false],
    ['amount:149,99', false],
    ['"left knee"', true],
    ['text:"left knee"', true],
    ['knee left', true],
    ['"knee left"', false],
    ['type:Dispute* actor:buyer amount:>100 knee', true],
    ['type:Dispute* actor:seller', false],
    ['cause:unknown', false],
    ['', true],
  ])('%s', (text, is) => {
    expect(found(text)).toBe(is);
  });

  test.each([
    ['foo:bar', /“foo:” is not a field of this search. The fields are type, actor, amount, text/],
    ['https://a.example', /“https:” is not a field/],
    ['amount:>x', /“amount:>x” is not an amount/],
    ['amount:', /Write something after “amount:”/],
    ['actor:elena', /“actor:elena” is not an actor. The actors are buyer, seller/],
    ['type:Dispute* OR type:Refund*', /“OR” is not understood/],
    ['amount:>100 amount:<50', /No amount is within both limits/],
    ['"left knee', /Close the quotation mark/],
  ])('says what is wrong with %s', (text, fault) => {
    expect(rowQueryFault(text)).toMatch(fault);
  });

  test.each(['', 'knee', 'type:Dispute* actor:Buyer amount:>100 amount:<200 text:"foo:bar" "OR"', 'amount:=129'])(
    'finds nothing wrong with %j',
    (text) => {
      expect(rowQueryFault(text)).toBeUndefined();
    },
  );

  test('is empty without a word', () => {
    expect(['', '  ', 'a', 'type:x'].map((text) => isEmptyQuery(readRowQuery(text)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('takes a name with many stars as quickly as any other', () => {
    expect(isLike('a'.repeat(2_000), `${'*a'.repeat(400)}*b`)).toBe(false);
    expect(isLike('DisputeOpened', 'D*s*p*')).toBe(true);
    expect(isLike('aba', 'ab*ba')).toBe(false);
  });
});
