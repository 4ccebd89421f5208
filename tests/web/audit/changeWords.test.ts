import { expect, test } from 'vitest';
import { LABELS } from '#domain/notifications/eventLabels.ts';
import { detailsOf, type Row } from '#web/audit/components/workbench/rows.ts';
import { changeWords, isShownChange } from '#web/audit/components/workbench/words.ts';
import { STATE_WORDS } from '#web/ui/processText.ts';

const reading = { currency: 'EUR', time: (instant: number) => `at ${instant}` };
const change = (path: string, before: unknown, after: unknown) => ({ path: path.split('.'), before, after });
const row = (data: object) => ({ event: { data }, two: undefined }) as Row;
const nameOf = (id: string) => id;

test('leaves out a change between two values of the same words', () => {
  expect(isShownChange(changeWords(change('sellerNote', '', null), reading))).toBe(false);
  expect(isShownChange(changeWords(change('dispute', 'decided', 'deferred'), reading))).toBe(true);
  expect(isShownChange(changeWords(change('dispute', 'under_review', 'decided'), reading))).toBe(true);
});

test.each(Object.entries(STATE_WORDS))('gives each state of the region %s its own name', (_, words) => {
  const names = Object.values(words);
  expect(new Set(names).size).toBe(names.length);
});

test('says that the fields of an erased account are erased, not what an account begins with', () => {
  const erased = { ...reading, isErased: true };
  expect(changeWords(change('shippingRates.domestic', 420, 500), erased)).toEqual({
    name: 'shipping rates › domestic',
    before: '€4.20',
    after: 'erased',
  });
  expect(changeWords(change('status', 'active', 'deleted'), erased).after).toBe('deleted');
});

const SALE = '3bb2cd'.padEnd(32, '0');

test('names refunds and payouts by their number, and what has become of them in words', () => {
  expect(changeWords(change(`payoutAttempts.${SALE}p2.state`, 'live', 'paid'), reading)).toEqual({
    name: 'payout attempts › payout 2 › state',
    before: 'under way',
    after: 'paid',
  });
  const done = { amount: 7_400, at: 1_700_000_000_000 };
  expect(changeWords(change(`refundsDone.${SALE}r1`, undefined, done), reading)).toEqual({
    name: 'refunds done › refund 1',
    before: 'none',
    after: 'amount €74.00, at at 1700000000000',
  });
  expect(changeWords(change('payout.id', null, `${SALE}p1`), reading).after).toBe('payout 1');
});

test('leaves out the fields of an entry that say nothing', () => {
  const attempt = { asked: 7_015, state: 'live', over: 0, paidAt: 0, failedAt: 0 };
  expect(changeWords(change(`payoutAttempts.${SALE}p1`, undefined, attempt), reading).after).toBe(
    'asked €70.15, state under way',
  );
  expect(changeWords(change('decided.lost', undefined, { buyer: false, seller: false }), reading).after).toBe('none');
});

test('calls an instant that was never set none', () => {
  expect(changeWords(change('registeredAt', 0, 1_700_000_000_000), reading)).toMatchObject({
    before: 'none',
    after: 'at 1700000000000',
  });
});

test.each([
  [{ reason: 'SHIPPING_ISSUES' }, 'reason Shipping issues'],
  [{ category: 'NOT_AS_DESCRIBED' }, 'category Not as described'],
  [{ pace: 'atOnce' }, 'pace at once'],
  [{ way: 'credentials', why: 'wrongCode' }, 'signed in by password, why wrong code'],
  [{ saidAt: 1_700_000_000_000 }, 'stated at at 1700000000000'],
])('writes the details of %j as %s', (data, words) => {
  expect(detailsOf(row(data), { time: reading.time, nameOf, labels: LABELS })).toBe(words);
});
