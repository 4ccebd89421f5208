import { expect, test } from 'vitest';
import { type AttestLedger, type BookCheckEvent, bookCheck } from '#domain/reconciliation/bookChecks.ts';
import { fold } from '#domain/shared/decider.ts';

const BOOKS = {
  totals: { escrow: 1_000, fee_income: 200, psp_clearing: -4_200, seller_paid: 3_000 },
  entries: 8,
  wrongBalances: 0,
  leftovers: 0,
};
const ask = (night: string, change: Partial<AttestLedger> = {}): AttestLedger => ({
  type: 'AttestLedger',
  at: 5,
  night,
  books: BOOKS,
  behind: false,
  position: '9',
  events: 9,
  digest: 'a'.repeat(64),
  atProvider: 1_200,
  ...change,
});

const after = (...commands: AttestLedger[]): BookCheckEvent[] => {
  const history: BookCheckEvent[] = [];
  for (const command of commands) {
    const decision = bookCheck.decide(command, fold(bookCheck, history));
    if (decision.ok) history.push(...decision.value);
  }
  return history;
};

test("records a good night if the books agree with the provider's balance", () => {
  const { totals, entries } = BOOKS;
  expect(after(ask('2026-11-21'))).toEqual([
    {
      type: 'LedgerAttested',
      data: {
        at: 5,
        night: '2026-11-21',
        totals,
        entries,
        position: '9',
        events: 9,
        digest: 'a'.repeat(64),
        seal: 'linked',
        atProvider: 1_200,
        expectedAtProvider: 1_200,
      },
    },
  ]);
});

test('checks each night once, and never an earlier one', () => {
  expect(after(ask('2026-11-21'), ask('2026-11-21'), ask('2026-11-20'), ask('2026-11-22'))).toHaveLength(2);
});

test.each([
  ['the provider holds less', { atProvider: 1_199 }, ['providerDiffers']],
  ['the provider holds more', { atProvider: 1_201 }, ['providerDiffers']],
  ['the sums do not cancel out', { books: { ...BOOKS, totals: { ...BOOKS.totals, escrow: 999 } } }, ['sumIsNotZero']],
  ['a kept balance is wrong', { books: { ...BOOKS, wrongBalances: 1 } }, ['balancesDiffer']],
  ['a sale that is over holds money', { books: { ...BOOKS, leftovers: 1 } }, ['endedSalesHoldMoney']],
  ['the books have not seen all events', { behind: true }, ['booksBehind']],
] as const)('reports a difference if %s', (_, change, faults) => {
  expect(after(ask('2026-11-21', change))).toMatchObject([{ type: 'LedgerDifferenceFound', data: { faults } }]);
});

test('keeps the first date of a repeated difference, and dates a new one separately', () => {
  const grown = { ...BOOKS, totals: { ...BOOKS.totals, escrow: 1_500, psp_clearing: -4_700 } };
  const found = after(
    ask('2026-11-21', { atProvider: 1_150 }),
    ask('2026-11-22', { atProvider: 1_650, books: grown }),
    ask('2026-11-23', { atProvider: 1_651, books: grown }),
    ask('2026-11-24', { atProvider: 1_700, books: grown }),
    ask('2026-11-25', { atProvider: 1_651, books: grown }),
  );
  expect(found.map((event) => event.type === 'LedgerDifferenceFound' && event.data.since)).toEqual([
    '2026-11-21',
    '2026-11-21',
    '2026-11-23',
    false,
    '2026-11-25',
  ]);
});
