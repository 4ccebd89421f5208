import { expect, test } from 'vitest';
import { moneyOf } from '#web/transactions/transactionMoney.ts';
import { aTransaction } from './aSale.ts';

const paid = (value: string) => ({
  provider: 'simulated',
  status: 'paid',
  metadata: { amount: { value, currency: 'EUR' as const } },
});

test('adds item, fee and shipping to the total, and item and shipping to the seller’s share [D2-373]', () => {
  const sums = { item: 14_800, fee: 815, shipping: 1_500, total: 17_115, toSeller: 16_300, back: 17_115 };
  expect(moneyOf(aTransaction())).toEqual(sums);
});

test('computes a missing fee by the formula, half-up in cents [D2-369] [D2-370] [D2-367]', () => {
  const { platformFee: _, ...transaction } = aTransaction({ amount: 0.1 });
  expect(moneyOf(transaction).fee).toBe(76);
});

test('computes missing shipping as payment less item and fee, never below zero [D2-374]', () => {
  const { shippingCost: _, ...transaction } = aTransaction({ paymentDetails: paid('171.15') });
  expect(moneyOf(transaction).shipping).toBe(1_500);
  expect(moneyOf({ ...transaction, paymentDetails: paid('100.00') }).shipping).toBe(0);
});

test('shows no shipping cost before an address is known', () => {
  expect(moneyOf(aTransaction({ shippingCost: null })).shipping).toBeNull();
});

test('leaves the seller the rest after a partial refund or chargeback, and refunds less', () => {
  const ofParts = (parts: { toSeller: number; held?: number }) => moneyOf(aTransaction({ parts }));
  expect(ofParts({ toSeller: 143, held: 151.15 })).toMatchObject({ total: 17_115, toSeller: 14_300, back: 15_115 });
  // in another currency
  expect(ofParts({ toSeller: 0 })).toMatchObject({ toSeller: 0, back: 17_115 });
});
