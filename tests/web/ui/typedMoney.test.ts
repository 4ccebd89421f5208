import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCents, formatEuros } from '#domain/shared/euros.ts';
import { readingToShow, readMoney, typedCents, typedFailure } from '#web/ui/typedMoney.ts';

test.each([
  ['45,50', 4550],
  ['45.50', 4550],
  ['45,5', 4550],
  ['45', 4500],
  ['45,', 4500],
  ['45,-', 4500],
  [',50', 50],
  ['0', 0],
  ['0.01', 1],
  ['6,50', 650],
  [' € 45,50 ', 4550],
  ['45.50 €', 4550],
  ['EUR 45', 4500],
  ['1250', 125_000],
  ['1.250,00', 125_000],
  ['1,250.00', 125_000],
  ['1.250,5', 125_050],
  ['1 250', 125_000],
  ['1\u00a0250,00\u00a0€', 125_000],
  ['1\u202f250,00', 125_000],
  ['1’250.00', 125_000],
  ['1.250.000', 125_000_000],
])('reads %j as %i cents', (typed, cents) => {
  expect(readMoney(typed)).toEqual({ cents });
});

const UNREADABLE = 'Enter an amount in euros, such as 45.50';
const DECIMALS = 'An amount has at most two decimals';

test.each([
  ['1.250', 'Unclear: for €1,250.00 write 1250, otherwise use at most two decimals'],
  ['45,505', 'Unclear: for €45,505.00 write 45505, otherwise use at most two decimals'],
  ['€1,250', 'Unclear: for €1,250.00 write 1250, otherwise use at most two decimals'],
  ['0.505', DECIMALS],
  ['1234.567', DECIMALS],
  ['1.250,125', DECIMALS],
  ['45.5050', DECIMALS],
  ['-5', 'An amount cannot be negative'],
  ['-€5,00', 'An amount cannot be negative'],
  ['−5', 'An amount cannot be negative'],
  ['forty', UNREADABLE],
  ['45€50', UNREADABLE],
  ['1e3', UNREADABLE],
  ['NaN', UNREADABLE],
  ['$45', UNREADABLE],
  ['12 50', UNREADABLE],
  ['1.250.00', UNREADABLE],
  ['1,25,000', UNREADABLE],
  ['1.250 000', UNREADABLE],
  ['45..50', UNREADABLE],
  ['.', UNREADABLE],
  ['1234567890123', UNREADABLE],
])('rejects %j: %s', (typed, failure) => {
  expect(readMoney(typed)).toMatchObject({ failure });
  expect(typedFailure(typed)).toBe(failure);
  expect(typedCents(typed)).toBeUndefined();
});

test('treats an empty field as no amount and no mistake', () => {
  expect([typedCents(' '), typedFailure(' '), readingToShow(' ')]).toEqual([undefined, undefined, undefined]);
});

/** An amount in an unambiguous notation. */
const written = fc
  .record({
    cents: fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 0, max: 99_999_999_999 })),
    grouping: fc.constantFrom('', '.', ',', ' ', '\u00a0', '\u202f', "'", '’'),
    point: fc.constantFrom('.', ','),
    short: fc.boolean(),
    before: fc.constantFrom('', ' ', '€', '€ ', 'EUR '),
    after: fc.constantFrom('', ' ', '€', ' €', '\u00a0EUR'),
  })
  .filter(({ grouping, point }) => grouping !== point)
  .map(({ cents, grouping, point, short, before, after }) => {
    const [euros = '', decimals = ''] = formatEuros(cents).split('.');
    const whole = euros.replace(/\B(?=(\d{3})+$)/g, grouping);
    const alone = !/^\d{1,3}[.,]\d{3}$/.test(whole);
    const shortened = decimals === '00' && alone ? '' : `${point}${decimals.replace(/0$/, '')}`;
    return { cents, typed: `${before}${whole}${short ? shortened : point + decimals}${after}` };
  });

test('reads an amount in every accepted notation', () => {
  fc.assert(
    fc.property(written, ({ cents, typed }) => {
      expect(readMoney(typed)).toEqual({ cents });
    }),
    { numRuns: 2_000 },
  );
});

test('reads any text as its own digits or refuses it', () => {
  const text = fc.string({ unit: fc.constantFrom(..."0123456789.,' €-"), maxLength: 12 });
  fc.assert(
    fc.property(text, (typed) => {
      const cents = typedCents(typed);
      if (cents === undefined) return;
      const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{0,2}))?(?:[.,]-)?[ €]*$/.exec(typed) ?? [];
      const digits = whole.replace(/\D/g, '') + decimals.padEnd(2, '0');
      expect(Number(digits)).toBe(cents);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['45,50', '€45.50'],
  ['45.5', '€45.50'],
  ['1.250,00', '€1,250.00'],
  ['1 250', '€1,250.00'],
  ['45.50', undefined],
  ['€45.50', undefined],
  ['45', undefined],
  ['1.250', undefined],
])('shows for %j below the field: %s', (typed, shown) => {
  expect(readingToShow(typed)).toBe(shown);
});

test('reads back what the marketplace writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000 }), (cents) => {
      expect([typedCents(formatCents(cents)), typedCents(formatEuros(cents))]).toEqual([cents, cents]);
    }),
  );
});
