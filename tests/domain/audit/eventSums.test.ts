import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ownSumField, SUM_FIELDS, sumsOf } from '#domain/audit/eventSums.ts';
import { eventDefinitions } from '#domain/events.ts';

/** Whether a field of an event holds a number, also if it may be absent. */
const isNumber = (schema: z.ZodType): boolean => {
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType };
  return innerType ? isNumber(innerType) : type === 'number';
};

/** The sums of each event type, as its schema declares them. */
const SUMS_OF = Object.entries(eventDefinitions).map(([type, { schema }]): [type: string, sums: string[]] => [
  type,
  Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    SUM_FIELDS.includes(name) && isNumber(field) ? [name] : [],
  ),
]);

/** By the number of each field, so that a wrong one would show. */
const dataWith = (fields: readonly string[]) => Object.fromEntries(fields.map((name, index) => [name, index + 1]));

describe('the sum that an event is about', () => {
  test('is the only one that it has, or is chosen here', () => {
    const several = SUMS_OF.filter(([, sums]) => sums.length > 1);
    expect(several.map(([type, sums]) => `${type}: ${ownSumField(dataWith(sums)) ?? 'none'}`).sort()).toEqual([
      'ChargebackLost: amount',
      'ChargebackPartlyLost: amount',
      'DecisionProposed: toBuyer',
      'DisputeAccepted: toBuyer',
      'DisputeDecided: toBuyer',
      'DraftShown: toBuyer',
      'DuplicatePaymentReceived: captured',
      'EscrowReleased: toSeller',
      'LateChargebackLost: amount',
      'LateChargebackReversed: amount',
      'LedgerAttested: atProvider',
      'LedgerDifferenceFound: atProvider',
      'ListingPriceReduced: to',
      'OneChargebackPartlyLost: amount',
      'OverpaymentCounted: amount',
      'PaymentMismatched: captured',
      'PayoutArrivedLate: amount',
      'PriceProposalCountered: price',
      'PriceProposed: price',
      'RefundArrivedLate: amount',
      'RefundCameBack: amount',
      'RefundMadeByHand: amount',
      'RefundRequested: amount',
      'ReleaseRevoked: toSeller',
      'SettlementAccepted: toBuyer',
      'ShippingRatesSet: none',
      'ShippingSet: total',
      'TransactionCreated: amount',
    ]);
    const single = SUMS_OF.flatMap(([type, sums]) =>
      sums.length === 1 ? [[type, sums[0]!, dataWith(sums)] as const] : [],
    );
    const parts = ['DuplicateRefundFailed: ours'];
    expect(single.flatMap(([type, sum, data]) => (ownSumField(data) ? [] : [`${type}: ${sum}`]))).toEqual(parts);
  });

  test('of a refund is what the buyer gets, without a division', () => {
    expect(sumsOf({ amount: 12_000, toSeller: 51_399, fee: 2_700 })).toEqual({
      amount: 12_000,
      currency: 'EUR',
      toBuyer: null,
      toSeller: null,
      fee: null,
    });
  });

  test('of a decision is what goes to the buyer, also if that is nothing', () => {
    const division = { toBuyer: 0, toSeller: 14_299, fee: 715 };
    expect(sumsOf(division)).toEqual({ amount: 0, currency: 'EUR', ...division });
    expect(sumsOf({ toSeller: 14_299, fee: 715 })).toMatchObject({ amount: 14_299, toBuyer: null, fee: 715 });
  });

  test('is absent where an event has none, or where a field of that name is no number', () => {
    expect(sumsOf({ reason: 'x' })).toBeUndefined();
    expect(sumsOf({ to: { city: 'Utrecht' } })).toBeUndefined();
    expect(sumsOf({ domestic: 500, continental: 900, international: 2_000 })).toBeUndefined();
  });
});
