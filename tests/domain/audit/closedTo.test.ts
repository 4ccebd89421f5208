import { expect, test } from 'vitest';
import { closedTo } from '#domain/audit/closedTo.ts';

const event = (stream: string, data: object, type = 'Happened') => ({ stream: `${stream}-1`, type, data });

test.each(['transaction', 'case', 'conversation'])('closes a %s to both of its parties', (category) => {
  expect(closedTo(event(category, { buyerId: 'b', sellerId: 's' }))).toEqual(['b', 's']);
  expect(closedTo(event(category, { amount: 1 }))).toEqual([]);
});

test('closes the reports of a listing to its seller and to those who reported it', () => {
  expect(closedTo(event('notice', { sellerId: 's', reporterId: 'r' }))).toEqual(['s', 'r']);
});

test('closes a review to its author and its seller, but not to the person who decided a report', () => {
  expect(closedTo(event('review', { sellerId: 's', authorId: 'a' }, 'ReviewWritten'))).toEqual(['s', 'a']);
  expect(closedTo(event('review', { sellerId: 's', authorId: 'a' }, 'ReviewReportResolved'))).toEqual([]);
});

test('closes nothing else', () => {
  expect(closedTo(event('listing', { sellerId: 's' }))).toEqual([]);
});
