import { expect, test } from 'vitest';
import { ENOUGH_TRANSACTIONS, mayOpen, OPENINGS_COUNT_FOR, untilMayOpen } from '#domain/conversations/conversation.ts';
import { HOUR } from '#domain/shared/instants.ts';

const AT = Date.UTC(2026, 2, 2);

test('a new account begins five conversations a day, and five more for each sale, up to fifty', () => {
  expect([0, 1, 2, ENOUGH_TRANSACTIONS, ENOUGH_TRANSACTIONS + 1].map(mayOpen)).toEqual([5, 10, 15, 50, 50]);
});

test('the next one waits until the first is a day old', () => {
  expect(untilMayOpen(AT - 20 * HOUR, AT)).toBe(4 * HOUR);
  expect(untilMayOpen(AT - OPENINGS_COUNT_FOR, AT)).toBe(0);
});

test('it is never more than a day, though the first began a moment after this one was asked for', () => {
  expect(untilMayOpen(AT + 30, AT)).toBe(OPENINGS_COUNT_FOR);
});
