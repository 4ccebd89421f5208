import { expect, test } from 'vitest';
import { HOUR } from '#domain/shared/instants.ts';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { waitsFor } from '#domain/transactions/waitsFor.ts';

const NOW = 1_000_000;
const asked = (buyer: number | null, seller: number | null) => ({
  ...transactionAggregate.initial,
  ...NO_TRANSACTION,
  questions: { buyer, seller },
});

test('a dispute waits for staff, or for the parties until the time for their answers is over', () => {
  expect(waitsFor('disputeReview', asked(null, null), NOW)).toBe('staff');
  expect(waitsFor('disputeReview', asked(NOW + HOUR, null), NOW)).toBe('buyer');
  expect(waitsFor('disputeReview', asked(NOW, NOW + HOUR), NOW)).toBe('seller');
  expect(waitsFor('disputeReview', asked(NOW + HOUR, NOW + HOUR), NOW)).toBe('parties');
  expect(waitsFor('disputeReview', asked(NOW, NOW), NOW)).toBe('staff');
});

test('a draft waits for both parties, then for a second person', () => {
  const proposed = { id: 'd', toBuyer: 0, toSeller: 0, fee: 0, by: 'x', at: 0, confirmBy: NOW + HOUR };
  const drafted = { ...asked(null, null), proposed: { ...proposed, shownUntil: NOW } };
  expect(waitsFor('confirmation', drafted, NOW - 1)).toBe('parties');
  expect(waitsFor('confirmation', drafted, NOW)).toBe('second');
});

test('cases without a sale wait for staff or an engineer', () => {
  expect(waitsFor('orphanFact', null, NOW)).toBe('staff');
  expect(waitsFor('quarantined', null, NOW)).toBe('engineer');
});

test('a chargeback waits for staff until evidence is sent or the bank takes none, then for the bank', () => {
  const open = { amount: 1_000, stands: 'open' as const };
  const of = (chargeback: object) => ({ ...asked(null, null), chargebacks: { 'cb-1': { ...open, ...chargeback } } });
  const pack = (stands: 'submitted' | 'delivered' | 'refused') => ({ pack: { attempt: 1, stands } });
  expect(waitsFor('chargeback', of({}), NOW)).toBe('staff');
  expect(waitsFor('chargeback', of({ respondBy: NOW + HOUR }), NOW)).toBe('staff');
  expect(waitsFor('chargeback', of(pack('refused')), NOW)).toBe('staff');
  for (const sent of [pack('submitted'), pack('delivered'), { respondBy: null }, { respondBy: NOW }])
    expect(waitsFor('chargeback', of(sent), NOW)).toBe('bank');
});
