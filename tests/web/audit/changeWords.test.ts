import { expect, test } from 'vitest';
import { LABELS } from '#domain/audit/eventLabels.ts';
import { detailsOf, type Row } from '#web/audit/components/workbench/rows.ts';
import { changeWords, isShownChange } from '#web/audit/components/workbench/words.ts';

const reading = { currency: 'EUR', time: (instant: number) => `at ${instant}` };
const change = (path: string, before: unknown, after: unknown) => ({ path: path.split('.'), before, after });
const row = (data: object) => ({ event: { data }, two: undefined }) as Row;
const nameOf = (id: string) => id;

test('leaves out a change between two states of one name', () => {
  expect(isShownChange(changeWords(change('dispute', 'decided', 'deferred'), reading))).toBe(false);
  expect(isShownChange(changeWords(change('dispute', 'under_review', 'decided'), reading))).toBe(true);
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
