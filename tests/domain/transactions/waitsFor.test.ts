import { expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { CaseKind } from '#domain/transactions/caseKinds.ts';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { excludedFromAll, excludedStaff, isOutOfStaff, waitsOf } from '#domain/transactions/waitsFor.ts';
import { openTransaction } from '#tests/projections/transactions/transactionRows.ts';

const NOW = 1_000_000;
const DUE = NOW + 3 * DAY;
const asked = (buyer: number | null, seller: number | null) => ({
  ...transactionAggregate.initial,
  ...NO_TRANSACTION,
  questions: { buyer, seller },
});
const waits = (kind: CaseKind, transaction: Transaction | null, now = NOW) =>
  waitsOf({ kind, dueAt: DUE }, transaction, now);
const waitsFor = (kind: CaseKind, transaction: Transaction | null, now = NOW) => waits(kind, transaction, now)[0].for;

test.each(['disputeReview', 'appeal'] as const)(
  'a dispute (%s) waits for the parties until the time for their answers is over, then for staff',
  (kind) => {
    const staff = { for: 'staff', until: DUE };
    expect(waits(kind, asked(null, null))).toEqual([staff]);
    expect(waits(kind, asked(NOW + HOUR, null))).toEqual([{ for: 'buyer', until: NOW + HOUR }, staff]);
    expect(waits(kind, asked(NOW, NOW + HOUR))).toEqual([{ for: 'seller', until: NOW + HOUR }, staff]);
    expect(waits(kind, asked(NOW + 2 * HOUR, NOW + HOUR))).toEqual([{ for: 'parties', until: NOW + 2 * HOUR }, staff]);
    expect(waits(kind, asked(NOW, NOW))).toEqual([staff]);
  },
);

test('a draft waits for comments, then for anybody to confirm it, and above the limit for a second person', () => {
  for (const [amount, last] of [
    [21_000, 'confirmation'],
    [90_000, 'second'],
  ] as const) {
    const { sale } = openTransaction({ amount }).proposed();
    const { shownUntil, confirmBy } = sale.proposed!;
    const of = (now: number) => waitsOf({ kind: 'confirmation', dueAt: confirmBy }, sale, now);
    expect(of(shownUntil! - 1)).toEqual([
      { for: 'comments', until: shownUntil },
      { for: last, until: confirmBy },
    ]);
    expect(of(shownUntil!)).toEqual([{ for: last, until: confirmBy }]);
    expect(shownUntil! - sale.proposed!.at).toBe(termsFor(sale).draftShown);
  }
});

test('the author of a draft is excluded above the limit, and who decided is excluded from the appeal and its draft', () => {
  const below = openTransaction({ amount: 21_000 }).proposed().sale;
  const above = openTransaction({ amount: 90_000 }).proposed().sale;
  const author = above.proposed!.by;
  expect(excludedStaff('confirmation', below)).toEqual([]);
  expect(excludedStaff('confirmation', above)).toEqual([author]);
  expect(excludedStaff('disputeReview', above)).toEqual([]);
  const appealed = (sale: Transaction): Transaction => ({
    ...sale,
    decided: { ...sale.decided!, appeals: [{ by: 'buyer', against: 'first' }] },
  });
  expect(excludedStaff('appeal', appealed(below))).toEqual(['first']);
  expect(excludedStaff('confirmation', appealed(below))).toEqual(['first']);
  expect(excludedStaff('confirmation', appealed(above))).toEqual([author, 'first']);
  expect(excludedStaff('chargeback', appealed(below))).toEqual([]);
});

test('somebody is excluded from a sale if they are excluded from each of its open cases', () => {
  const { sale } = openTransaction({ amount: 90_000 }).proposed();
  expect(excludedFromAll(sale)).toEqual([sale.proposed!.by]);
  expect(isOutOfStaff(sale, [sale.proposed!.by])).toBe(true);
  expect(isOutOfStaff(sale, [sale.proposed!.by, 'another'])).toBe(false);
  expect(isOutOfStaff(openTransaction().shipped().sale, [])).toBe(false);
  expect(excludedFromAll({ ...sale, marks: { ...sale.marks, providerFact: NOW } })).toEqual([]);
  expect(excludedFromAll(openTransaction().shipped().sale)).toEqual([]);
});

test('a transfer that is due before a draft waits for a second person', () => {
  const { sale } = openTransaction({ amount: 21_000 }).proposed();
  const { confirmBy } = sale.proposed!;
  const transfer = {
    id: 'o1',
    what: 'refund' as const,
    paymentId: null,
    amount: 1,
    by: 'x',
    at: 0,
    confirmBy: confirmBy - 1,
  };
  const both = { ...sale, outside: { ...sale.outside, proposed: transfer } };
  expect(waitsOf({ kind: 'confirmation', dueAt: confirmBy - 1 }, both, sale.proposed!.at)).toEqual([
    { for: 'second', until: confirmBy - 1 },
  ]);
});

test('cases without a sale wait for staff or an engineer', () => {
  expect(waitsFor('orphanFact', null)).toBe('staff');
  expect(waitsFor('quarantined', null)).toBe('engineer');
});

test('a chargeback waits for staff until evidence is sent or the bank takes none, then for the bank', () => {
  const open = { amount: 1_000, stands: 'open' as const };
  const of = (chargeback: object) => ({ ...asked(null, null), chargebacks: { 'cb-1': { ...open, ...chargeback } } });
  const pack = (stands: 'submitted' | 'delivered' | 'refused') => ({ pack: { attempt: 1, stands } });
  expect(waitsFor('chargeback', of({}))).toBe('staff');
  expect(waitsFor('chargeback', of({ respondBy: NOW + HOUR }))).toBe('staff');
  expect(waitsFor('chargeback', of(pack('refused')))).toBe('staff');
  for (const sent of [pack('submitted'), pack('delivered'), { respondBy: null }, { respondBy: NOW }])
    expect(waitsFor('chargeback', of(sent))).toBe('bank');
});

test('a chargeback that waits for the bank waits until the last date that a bank gave, if any gave one', () => {
  const sent = { amount: 1_000, stands: 'open' as const, pack: { attempt: 1, stands: 'delivered' as const } };
  const of = (...claims: object[]) => ({
    ...asked(null, null),
    chargebacks: Object.fromEntries(claims.map((claim, at) => [`cb-${at}`, { ...sent, ...claim }])),
  });
  const until = (...claims: object[]) => waits('chargeback', of(...claims))[0].until;
  expect(until({ respondBy: DUE + DAY })).toBe(DUE + DAY);
  expect(
    until({ respondBy: DUE + DAY }, { respondBy: DUE + 2 * DAY }, { respondBy: DUE + 3 * DAY, stands: 'won' }),
  ).toBe(DUE + 2 * DAY);
  expect(until({ respondBy: null })).toBe(DUE);
  expect(until({})).toBe(DUE);
  expect(waits('chargeback', of({ respondBy: DUE + DAY, pack: undefined }))).toEqual([{ for: 'staff', until: DUE }]);
});
