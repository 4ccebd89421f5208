import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { heldMoney } from '#domain/transactions/sale.ts';
import * as s from './scenario.ts';
import { chargeback, FEE, given, SHARE, SHIPPED_AT, saleAfter, TOTAL } from './scenario.ts';

const AT = SHIPPED_AT + DAY;
const PART = 2_475;

describe('what a bank gives back while the seller is being paid without it', () => {
  const paying = [
    ...s.shipped,
    chargeback('opened', AT, PART),
    s.receive(AT + HOUR),
    chargeback('lost', AT + 2 * HOUR, PART),
    s.run(s.RUN_AT),
  ];
  const kept = [...paying, chargeback('won', s.RUN_AT + HOUR, PART)];
  test('is kept for the seller, beside what is held and the fee', () => {
    const sale = given(paying)
      .when(chargeback('won', s.RUN_AT + HOUR, PART))
      .emits(['LateChargebackReversed', { amount: PART, kept: PART }]);
    expect([sale.keptForSeller, sale.feeTaken, sale.platformLoss]).toEqual([PART, FEE, 0]);
    expect(openCases(sale).map(({ kind }) => kind)).toContain('chargebackReversed');
  });
  test('pays when the bank takes it again: the seller pays nothing for it a second time', () => {
    const sale = given(kept)
      .when(chargeback('lost', s.RUN_AT + 2 * HOUR, PART))
      .emits('LateChargebackOpened', 'LateChargebackLost');
    expect([sale.keptForSeller, sale.feeTaken, sale.platformLoss]).toEqual([0, FEE, 0]);
    expect(
      given([...kept, chargeback('lost', s.RUN_AT + 2 * HOUR, PART)])
        .when(s.payoutFails(s.RUN_AT + DAY))
        .emits('PayoutFailed').payable,
    ).toBe(SHARE - PART);
  });
  test('is no part of what is divided when the payout has failed and a dispute is decided', () => {
    const failed = [...kept, s.payoutFails(s.RUN_AT + DAY)];
    const sale = saleAfter(failed);
    expect([heldMoney(sale), sale.payable + sale.feeTaken]).toEqual([TOTAL - PART, TOTAL - PART]);
    // a claim of another kind takes what is held first, and then what is kept, before anything is ours
    const gone = given(failed)
      .when(chargeback('lost', s.RUN_AT + 2 * DAY, TOTAL, 'cb-2'))
      .emits('ChargebackOpened', 'ChargebackLost');
    expect([gone.keptForSeller, gone.platformLoss]).toEqual([0, 0]);
  });
  test('is divided with the rest once the bank gives back what had ended the sale', () => {
    const gone = [...kept, s.payoutFails(s.RUN_AT + DAY), chargeback('lost', s.RUN_AT + 2 * DAY, TOTAL - PART, 'cb-2')];
    const sale = given(gone)
      .when(chargeback('won', s.RUN_AT + 3 * DAY, TOTAL - PART, 'cb-2'))
      .emits('ChargebackReversed', 'StaffHoldPlaced');
    expect([sale.inEscrow, sale.keptForSeller]).toEqual([TOTAL, 0]);
  });
});
