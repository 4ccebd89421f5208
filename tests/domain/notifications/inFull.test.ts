import { expect, test } from 'vitest';
import { eventInFull, IN_FULL } from '#domain/notifications/inFull/inFull.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { examplesOf } from '#tests/history/examples.ts';
import { formOf } from '#tests/history/form.ts';

const TELL = {
  who: 'Staff 1',
  buyer: 'the buyer elena',
  seller: 'the seller bert',
  staff: (id: string) => id,
  on: (at: number) => `day ${at}`,
};
const EXAMPLES = Object.entries(transactionEvents).map(([type, { schema }]) => ({
  type,
  examples: (examplesOf(formOf(schema)) as Record<string, unknown>[]).map((data) =>
    'currency' in data ? { ...data, currency: 'USD' } : data,
  ),
}));

test('every event of a transaction has sentences of its own', () => {
  expect(Object.keys(IN_FULL).sort()).toEqual(Object.keys(transactionEvents).sort());
  for (const { type, examples } of EXAMPLES)
    for (const data of examples) {
      const told = eventInFull(type, data, TELL);
      expect(told, type).toMatch(/^[A-Z€“].*[.!?]$/);
      expect(told, type).not.toBe(`${transactionTitle(type)}.`);
      expect(told, type).not.toMatch(/undefined|null|NaN|\[object|\.\.|\s\s/);
    }
});

test('an event that moves money names the sum', () => {
  for (const { type, examples } of EXAMPLES)
    for (const data of examples)
      if (typeof data.toBuyer === 'number' || typeof data.captured === 'number')
        expect(eventInFull(type, data, TELL), type).toMatch(/€|[A-Z]{3} \d/);
});

test('an event of an unknown release gets a title', () => {
  expect(eventInFull('ItemInspected', {}, TELL)).toBe('Item inspected.');
  expect(eventInFull('toString', {}, TELL)).toBe('To string.');
});

test.each([
  [
    0,
    14_299,
    'Nothing goes back to the buyer elena. Of the €150.19 held, €142.99 goes to the seller bert and €7.20 is the platform fee.',
  ],
  [
    6_000,
    8_299,
    'Of the €150.19 held, €60.00 goes back to the buyer elena, €82.99 goes to the seller bert and €7.20 is the platform fee.',
  ],
])('a decision says where the held money goes: %i cents to the buyer', (toBuyer, toSeller, sentences) => {
  const data = { at: 0, toBuyer, toSeller, fee: 720, rationale: null, decidedBy: 'staff 1' };
  expect(eventInFull('DisputeDecided', data, TELL)).toBe(`Staff 1 decided. ${sentences}`);
  expect(eventInFull('DisputeDecided', { ...data, decidedBy: 'staff 2' }, TELL)).toBe(
    `The decision of staff 2, confirmed by another person, takes effect. ${sentences}`,
  );
});
