import { describe, expect, test } from 'vitest';
import { readCheckpoint } from '#application/transparency/checkpoint.ts';
import {
  MOST_ENDS,
  MOST_EVENTS,
  type Receipt,
  readReceipt,
  receiptText,
  withinHeader,
} from '#application/transparency/receipt.ts';

const event = (revision: number) => ({
  revision,
  id: '0123abcd-0000-4000-8000-0123456789ab',
  position: String(revision).padStart(20, '0'),
  leaf: `${'q'.repeat(43)}=`,
});
const RECEIPT: Receipt = {
  origin: 'reliquary.example/tlog',
  madeAt: 1_790_000_000,
  by: 'account-1',
  head: 1_234,
  ends: [
    { stream: 'transaction-1', revision: 0, hash: 'a'.repeat(64), facts: [event(0)] },
    { stream: 'listing-2', revision: 12, hash: '0123456789abcdef'.repeat(4), facts: [event(11), event(12)] },
  ],
};
const text = receiptText(RECEIPT);

describe('the text of a receipt', () => {
  test('round-trips and cannot be passed off as a checkpoint', () => {
    expect(readReceipt(text)).toEqual(RECEIPT);
    expect(readCheckpoint(text)).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['a head', 'reliquary.example/tlog\n3\nqrvM\n'],
    ['no stream', receiptText({ ...RECEIPT, ends: [] })],
    ['no time', text.replace('time 1790000000', 'time')],
    ['no last newline', text.slice(0, -1)],
    ['nobody', text.replace('by account-1', 'by ')],
    ['a line more', `${text}more\n`],
    ['a hash that is cut', text.replace(/a{64}/, 'a'.repeat(63))],
    ['a revision below zero', text.replace(' 12 ', ' -1 ')],
    ['a fact of no stream', text.replace(/\nend [^\n]+/, '')],
    ['a leaf that is no hash', text.replace(/q=\n/, 'qq\n')],
    ['a place that is none', text.replace('00000000000000000000', '0')],
    ['a head that is no number', text.replace('head 1234', 'head -1')],
    ['two heads', text.replace('head 1234', 'head 1234\nhead 1234')],
    ['a version that is not known', text.replace('receipt/2', 'receipt/3')],
    ['lines of the first version', text.replace(/\nend /g, '\n')],
  ])('that holds %s is invalid', (_, other) => {
    expect(readReceipt(other)).toBeUndefined();
  });
});

test('of the first version is read without checkpoint size and events', () => {
  const first = [
    'reliquary.example/tlog',
    'receipt',
    'time 1790000000',
    'by account-1',
    `transaction-1 0 ${'a'.repeat(64)}`,
    `listing-2 12 ${'b'.repeat(64)}`,
    '',
  ].join('\n');
  expect(readReceipt(first)).toEqual({
    origin: 'reliquary.example/tlog',
    madeAt: 1_790_000_000,
    by: 'account-1',
    ends: [
      { stream: 'transaction-1', revision: 0, hash: 'a'.repeat(64), facts: [] },
      { stream: 'listing-2', revision: 12, hash: 'b'.repeat(64), facts: [] },
    ],
  });
  expect(readReceipt(first.replace('by account-1', 'by account-1\nhead 3'))).toBeUndefined();
});

test('of a log without a checkpoint names none', () => {
  const { head: _, ...without } = RECEIPT;
  expect(readReceipt(receiptText(without))).toEqual(without);
});

test('fits into a header of 3,000 characters, whatever the command wrote', () => {
  const events = Array.from({ length: 5 }, (_, at) => event(9_999_995 + at));
  const end = { stream: `conversation-${'f'.repeat(32)}`, revision: 9_999_999, hash: 'f'.repeat(64), facts: events };
  const ends = withinHeader(Array.from({ length: 20 }, () => end));
  expect(ends.map((told) => told.facts.length)).toEqual([5, MOST_EVENTS - 5, 0, 0, 0, 0, 0, 0]);
  expect(ends).toHaveLength(MOST_ENDS);
  const text = receiptText({ ...RECEIPT, by: 'f'.repeat(32), head: 999_999_999_999, ends });
  expect(Buffer.from(text).toString('base64url').length).toBeLessThan(2_800);
});
