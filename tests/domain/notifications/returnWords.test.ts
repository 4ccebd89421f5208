import { expect, test } from 'vitest';
import { sentenceOf } from '#domain/notifications/transactions.ts';
import { titleAfter } from '#domain/notifications/transactionTitles.ts';

const opened = (category: string) => ({ at: 1, by: 'system', category, claim: 5_569, answerBy: 2 });

test.each([
  ['RETURN_REFUSED', 'The seller refused the return and asked our staff. Our staff decide'],
  ['RETURN_REJECTED', 'The seller rejected what came back and asked our staff. Our staff decide'],
  ['RETURN_NOT_ARRIVED', 'The seller says that the return has not arrived, and asked our staff. Our staff decide'],
])('says after %s that the return goes to staff, without a dispute or a claimed sum', (category, words) => {
  expect(sentenceOf('DisputeOpened', opened(category))).toBe(words);
});

test('still names the sum of a dispute', () => {
  expect(sentenceOf('DisputeOpened', { ...opened('DAMAGED'), by: 'buyer' })).toBe(
    'A dispute over €55.69 was opened by the buyer',
  );
});

test('titles the dispute of a refused return as a return, and any other as a dispute', () => {
  const entry = { event: 'DisputeOpened', timestamp: 't2' };
  expect(titleAfter(entry, { event: 'ReturnRefused', timestamp: 't2' })).toBe('Return goes to our staff');
  expect(titleAfter(entry, { event: 'ReturnRejected', timestamp: 't2' })).toBe('Return goes to our staff');
  expect(titleAfter(entry, { event: 'ReturnRefused', timestamp: 't1' })).toBe('Dispute opened');
  expect(titleAfter(entry, undefined)).toBe('Dispute opened');
});
