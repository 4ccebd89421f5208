import { expect, test } from 'vitest';
import { eventEvents } from '#domain/audit/eventRow.ts';
import { instantOfDay } from '#web/audit/components/Days.tsx';
import { jsonPieces } from '#web/audit/components/workbench/Json.tsx';
import { transactionOf } from '#web/audit/components/workbench/transactionOf.ts';

test('summarises an event with its sums first', () => {
  const data = { at: 1, category: 'DAMAGED', claim: 6000, buyerId: 'b'.repeat(32), remaining: 252_540_000, open: true };
  expect(eventEvents({ data })).toBe('claim €60.00, category DAMAGED, remaining 2 d 22 h');
});

test('writes yes and no as words', () => {
  expect(eventEvents({ data: { secondFactor: true, whole: false } })).toBe('second factor yes, whole no');
});

test('formats a price offer as sums and an instant', () => {
  const data = { at: 1, price: 11_500, asked: 12_900, until: Date.UTC(2026, 10, 18, 12) };
  expect(eventEvents({ data })).toBe('price €115.00, asked €129.00, until 18 Nov 2026, 12:00:00');
});

test('formats instants as UTC dates, cuts long words and omits empty values', () => {
  expect(eventEvents({ data: { shipBy: Date.UTC(2026, 10, 18, 12) } })).toBe('ship by 18 Nov 2026, 12:00:00');
  expect(eventEvents({ data: { text: 'x'.repeat(60) } })).toBe(`text ${'x'.repeat(48)}…`);
  expect(eventEvents({ data: { reason: null, item: {}, note: '', sessionId: `cs_${'0a'.repeat(16)}` } })).toBe('');
});

test('splits JSON into names, strings and numbers without changing the text', () => {
  const value = { 'a "quoted": name': ['x: 1', 2, null, -0.5, true], empty: {} };
  const pieces = jsonPieces(value);
  expect(pieces.map(({ text }) => text).join('')).toBe(JSON.stringify(value, null, 2));
  const of = (look: string) => pieces.filter((piece) => piece.look === look).map(({ text }) => text);
  expect(of('k')).toEqual(['"a \\"quoted\\": name"', '"empty"']);
  expect(of('s')).toEqual(['"x: 1"']);
  expect(of('n')).toEqual(['2', 'null', '-0.5', 'true']);
});

test('puts what a value means at the end of its line, after the comma', () => {
  const noteOf = (field: string, value: number | string) =>
    ({ toBuyer: '€120.00', at: '14 Nov', by: 'warden' })[field] ?? (value === 7 ? 'seven' : undefined);
  const text = jsonPieces({ toBuyer: 12_000, by: 'b', none: null, at: 7 }, noteOf)
    .map(({ text, look }) => (look === 'note' ? ` ← ${text}` : text))
    .join('');
  expect(text.split('\n')).toEqual([
    '{',
    '  "toBuyer": 12000, ← €120.00',
    '  "by": "b", ← warden',
    '  "none": null,',
    '  "at": 7 ← 14 Nov',
    '}',
  ]);
});

test.each([
  ['2026-11-14', 0, '2026-11-14T00:00:00.000Z'],
  ['2026-11-30', 1, '2026-12-01T00:00:00.000Z'],
  ['', 0, ''],
  ['yesterday', 1, ''],
])('starts the day %j, %i later, at %j', (day, later, instant) => {
  expect(instantOfDay(day, later)).toBe(instant);
});

test('recognises only transaction streams', () => {
  expect([transactionOf('transaction-0a'), transactionOf('account-0a'), transactionOf('transaction-../x')]).toEqual([
    '0a',
    undefined,
    undefined,
  ]);
});

test('shows sums in the currency of their event, and claims in euros', () => {
  const data = { kind: 'payment.paid', amount: 7_000, currency: 'JPY' };
  expect(eventEvents({ data })).toBe('amount JPY 7,000, kind payment.paid');
  expect(eventEvents({ data: { captured: 5_000, expected: 4_675, currency: 'usd' } })).toBe(
    'captured USD 50.00, expected €46.75',
  );
});
