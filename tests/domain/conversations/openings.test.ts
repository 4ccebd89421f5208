import { expect, test } from 'vitest';
import { ENOUGH_TRANSACTIONS, mayOpen, OPENINGS_COUNT_FOR, untilMayOpen } from '#domain/conversations/conversation.ts';
import { HOUR } from '#domain/shared/instants.ts';

const AT = Date.UTC(2026, 2, 2);

test('allows five new conversations a day, and five more per transaction, up to fifty', () => {
  expect([0, 1, 2, ENOUGH_TRANSACTIONS, ENOUGH_TRANSACTIONS + 1].map(mayOpen)).toEqual([5, 10, 15, 50, 50]);
});

test('allows the next one when the oldest is a day old', () => {
  expect(untilMayOpen(AT - 20 * HOUR, AT)).toBe(4 * HOUR);
  expect(untilMayOpen(AT - OPENINGS_COUNT_FOR, AT)).toBe(0);
});

test('never waits more than a day, even if the oldest began later', () => {
  expect(untilMayOpen(AT + 30, AT)).toBe(OPENINGS_COUNT_FOR);
});
