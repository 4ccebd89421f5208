import { describe, expect, test } from 'vitest';
import { readCheckpoint } from '#application/transparency/checkpoint.ts';
import { MOST_ENDS, type Receipt, readReceipt, receiptText } from '#application/transparency/receipt.ts';

const RECEIPT: Receipt = {
  origin: 'reliquary.example/tlog',
  madeAt: 1_790_000_000,
  by: 'account-1',
  ends: [
    { stream: 'transaction-1', revision: 0, hash: 'a'.repeat(64) },
    { stream: 'listing-2', revision: 12, hash: '0123456789abcdef'.repeat(4) },
  ],
};
const text = receiptText(RECEIPT);

describe('the text of a receipt', () => {
  test('is read back, and is no head that somebody could show instead', () => {
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
  ])('that holds %s is none', (_, other) => {
    expect(readReceipt(other)).toBeUndefined();
  });
});

test('a receipt takes a header of less than 1,500 characters, whatever a command has written to', () => {
  const end = { stream: `conversation-${'f'.repeat(32)}`, revision: 9_999_999, hash: 'f'.repeat(64) };
  const text = receiptText({ ...RECEIPT, by: 'f'.repeat(32), ends: Array.from({ length: MOST_ENDS }, () => end) });
  expect(Buffer.from(text).toString('base64url').length).toBeLessThan(1_500);
});
