import { expect, test } from 'vitest';
import { moneyOf, moneyOfDetail } from '#web/transactions/saleMoney.ts';
import { aSale } from './aSale.ts';

const paid = (value: string) => ({
  provider: 'simulated',
  status: 'paid',
  metadata: { amount: { value, currency: 'EUR' as const } },
});

test('the total is item, fee and shipping; the seller gets item and shipping [D2-373]', () => {
  expect(moneyOf(aSale())).toEqual({ item: 14_800, fee: 815, shipping: 1_500, total: 17_115, toSeller: 16_300 });
});

test('a missing fee follows the one formula, half-up in cents [D2-369] [D2-370] [D2-367]', () => {
  const { platformFee: _, ...sale } = aSale({ amount: 0.1 });
  expect(moneyOf(sale).fee).toBe(76);
});

test('a missing shipping cost is what was paid less item and fee, never below zero [D2-374]', () => {
  const { shippingCost: _, ...sale } = aSale({ paymentDetails: paid('171.15') });
  expect(moneyOf(sale).shipping).toBe(1_500);
  expect(moneyOf({ ...sale, paymentDetails: paid('100.00') }).shipping).toBe(0);
});

test('no shipping cost is claimed before an address is known', () => {
  expect(moneyOf(aSale({ shippingCost: null })).shipping).toBeNull();
});

test('what a decision divides, or what goes back, leaves the seller with the rest', () => {
  const decision = { toBuyer: 60, toSeller: 103, fee: 8.15, by: 'staff', rationale: null } as const;
  const refund = { amount: 171.15, toSeller: 0, fee: 0, state: 'requested', retryAt: null } as const;
  expect(moneyOfDetail(aSale()).toSeller).toBe(16_300);
  expect(moneyOfDetail(aSale({ decision })).toSeller).toBe(10_300);
  expect(moneyOfDetail(aSale({ refund })).toSeller).toBe(0);
});
