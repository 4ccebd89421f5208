import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addBusinessDays, businessDaysBetween, businessHour, isBusinessDay } from '#domain/shared/businessDays.ts';
import { HOUR } from '#domain/shared/instants.ts';
import { nextPayoutRun, payoutRunAfterApproval } from '#domain/transactions/payoutRuns.ts';
import { BUSINESS_CALENDAR } from '#domain/transactions/terms/2026-1.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';

const amsterdam = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Amsterdam',
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as Intl.DateTimeFormatOptions);
const partsOf = (instant: number) =>
  Object.fromEntries(amsterdam.formatToParts(instant).map(({ type, value }) => [type, value]));
const wall = (instant: number) => {
  const { weekday, year, month, day, hour, minute, second } = partsOf(instant);
  return { weekday, date: `${year}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
};
const noon = (date: string) => Date.parse(`${date}T11:00:00Z`);

describe('business days', () => {
  test.each([
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-12-25',
    '2024-12-26',
    '2025-04-18',
    '2025-04-21',
    '2038-04-23',
    '2038-04-26',
    '2049-04-16',
  ])('%s is a closing day [D2-389]', (date) => {
    expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']).toContain(wall(noon(date)).weekday);
    expect(isBusinessDay(noon(date))).toBe(false);
  });
  test.each(['2026-01-02', '2026-04-02', '2026-04-07', '2026-04-27', '2026-05-14', '2026-12-24', '2026-12-31'])(
    '%s is a business day, although some people have it off',
    (date) => {
      expect(isBusinessDay(noon(date))).toBe(true);
    },
  );
  test('excludes weekends by Amsterdam time', () => {
    expect(isBusinessDay(Date.parse('2026-03-06T22:59:00Z'))).toBe(true);
    expect(isBusinessDay(Date.parse('2026-03-06T23:00:00Z'))).toBe(false);
    expect(isBusinessDay(Date.parse('2026-07-03T22:00:00Z'))).toBe(false);
    expect(isBusinessDay(Date.parse('2026-03-08T23:00:00Z'))).toBe(true);
  });
  test('number five over the eleven days of Easter', () => {
    expect(addBusinessDays(noon('2026-04-01'), 5)).toBe(noon('2026-04-10'));
    expect(wall(addBusinessDays(Date.parse('2026-03-27T11:00:00Z'), 1))).toEqual({
      weekday: 'Mon',
      date: '2026-03-30',
      time: '12:00:00',
    });
    expect(addBusinessDays(noon('2026-12-24'), 1)).toBe(noon('2026-12-28'));
    expect(addBusinessDays(noon('2026-03-07'), 0)).toBe(noon('2026-03-07'));
  });
  test('keep the time of day across every clock change, as in the time zone database', () => {
    const start = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2095, 0, 1) });
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 40 }), (instant, days) => {
        const later = addBusinessDays(instant, days);
        expect(isBusinessDay(later)).toBe(true);
        expect(['Sat', 'Sun']).not.toContain(wall(later).weekday);
        // skipped times are on Sunday nights, never on a business day
        expect(wall(later).time).toBe(wall(instant).time);
        let counted = 0;
        for (let day = 1; counted < days; day++) {
          const noonOf = Date.parse(`${wall(instant).date}T11:00:00Z`) + day * 24 * HOUR;
          if (isBusinessDay(noonOf)) counted++;
          if (counted === days) expect(wall(noonOf).date).toBe(wall(later).date);
        }
      }),
      { numRuns: 150 },
    );
  });
  test.each([
    ['2026-03-05', '2026-03-05', 0],
    ['2026-03-05', '2026-03-06', 1],
    ['2026-03-06', '2026-03-09', 1],
    ['2026-03-06', '2026-03-08', 0],
    ['2026-04-02', '2026-04-07', 1],
    ['2026-03-06', '2026-03-05', 0],
  ])('from %s to %s are %i business days', (from, to, days) =>
    expect(businessDaysBetween(noon(from), noon(to))).toBe(days),
  );
  test('belong to the terms version [L-007]', () => expect(CURRENT_TERMS.version).toContain(BUSINESS_CALENDAR));
});

describe('the payout run', () => {
  test('is at ten in Amsterdam, in winter and in summer', () => {
    expect(businessHour(noon('2026-01-07'), 0, 10)).toBe(Date.parse('2026-01-07T09:00:00Z'));
    expect(businessHour(noon('2026-07-07'), 1, 10)).toBe(Date.parse('2026-07-08T08:00:00Z'));
  });
  test('includes a transaction on the second business day after approval [L-122] [D2-390]', () => {
    expect(payoutRunAfterApproval(noon('2026-03-05'), null, CURRENT_TERMS.payoutRun)).toBe(
      Date.parse('2026-03-09T09:00:00Z'),
    );
    expect(payoutRunAfterApproval(noon('2026-03-07'), null, CURRENT_TERMS.payoutRun)).toBe(
      Date.parse('2026-03-10T09:00:00Z'),
    );
  });
  test('comes once a business day, never on a weekend [L-121]', () => {
    expect(nextPayoutRun(Date.parse('2026-03-06T09:00:00Z'), CURRENT_TERMS.payoutRun)).toBe(
      Date.parse('2026-03-06T09:00:00Z'),
    );
    expect(nextPayoutRun(Date.parse('2026-03-06T09:00:01Z'), CURRENT_TERMS.payoutRun)).toBe(
      Date.parse('2026-03-09T09:00:00Z'),
    );
  });
});
