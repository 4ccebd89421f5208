import { describe, expect, test } from 'vitest';
import { BANK_CHANGE_HOLD } from '#domain/accounts/limits.ts';
import { sellerStandingOf } from '#domain/accounts/state.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { HOUR } from '#domain/shared/instants.ts';
import {
  AT,
  BANK,
  bankProvided,
  bankVerified,
  command,
  given,
  OWNER,
  registered,
  sellerTerms,
  verified,
} from './accountHistory.ts';

const LATER = AT + 1_000;
const OTHER_BANK = { ...BANK, iban: 'DE89370400440532013000' };
const provide = (bank = BANK, at = LATER) => command({ type: 'ProvideBankDetails', bank }, OWNER, at);

describe('seller terms', () => {
  test('make a seller when accepted: feeAccepted is true [D2-198] [D1-344]', () => {
    given(registered, verified)
      .when(command({ type: 'AcceptSellerTerms' }))
      .emits(sellerTerms);
    expect(given(registered, verified, sellerTerms).state().feeAccepted).toBe(true);
  });

  test('are rejected a second time', () =>
    given(registered, verified, sellerTerms)
      .when(command({ type: 'AcceptSellerTerms' }))
      .isRejected({ code: 'alreadySeller' }));
});

describe('bank details', () => {
  test('need the seller terms first', () =>
    given(registered, verified).when(provide()).isRejected({ code: 'sellerTermsRequired' }));

  test('do not delay payouts the first time', () =>
    given(registered, verified, sellerTerms)
      .when(provide())
      .emits({ type: 'BankDetailsProvided', data: { at: LATER, bank: BANK, payoutsHeldUntil: null } }));

  test('delay payouts for 72 hours if the IBAN changes', () => {
    expect(BANK_CHANGE_HOLD).toBe(72 * HOUR);
    given(registered, verified, sellerTerms, bankProvided, bankVerified)
      .when(provide(OTHER_BANK))
      .emits({
        type: 'BankDetailsProvided',
        data: { at: LATER, bank: OTHER_BANK, payoutsHeldUntil: LATER + BANK_CHANGE_HOLD },
      });
  });

  test('change nothing when given again', () =>
    given(registered, verified, sellerTerms, bankProvided, bankVerified).when(provide()).changesNothing());

  test('are checked again without a new delay after a rejection', () =>
    given(registered, verified, sellerTerms, bankProvided, {
      type: 'BankAccountRejected',
      data: { at: AT, reason: 'closed' },
    })
      .when(provide())
      .emits({ type: 'BankDetailsProvided', data: { at: LATER, bank: BANK, payoutsHeldUntil: null } }));

  test('lead to a verified seller [D2-199]', () => {
    given(registered, verified, sellerTerms, bankProvided)
      .when(command({ type: 'VerifyBankAccount', providedAt: AT }, SYSTEM))
      .emits(bankVerified);
    expect(sellerStandingOf(given(registered, verified, sellerTerms, bankProvided, bankVerified).state())).toEqual({
      bankVerified: true,
      payoutsHeldUntil: null,
      suspended: false,
    });
  });

  test('are not verified by an answer about replaced details', () =>
    given(registered, verified, sellerTerms, bankProvided)
      .when(command({ type: 'VerifyBankAccount', providedAt: AT - 1 }, SYSTEM))
      .changesNothing());

  test('do not inherit the verification of the old ones', () =>
    expect(
      given(registered, verified, sellerTerms, bankProvided, bankVerified, {
        type: 'BankDetailsProvided',
        data: { at: LATER, bank: OTHER_BANK, payoutsHeldUntil: LATER },
      }).state().bankState,
    ).toBe('checking'));

  test('become unverified when the bank refuses a payout', () =>
    given(registered, verified, sellerTerms, bankProvided, bankVerified)
      .when(command({ type: 'RejectBankAccount', reason: 'account closed' }, SYSTEM))
      .emits({ type: 'BankAccountRejected', data: { at: AT, reason: 'account closed' } }));
});

describe('shipping rates', () => {
  const rates = (domestic: number, continental: number, international: number | null = null) =>
    command({ type: 'SetShippingRates', domestic, continental, international });

  test('are €5, €15 and €30 until a seller sets others [D2-377]', () =>
    expect(given(registered).state().rates).toEqual({ domestic: 500, continental: 1500, international: 3000 }));

  test('accept 0 and €100, and keep an absent international rate', () =>
    given(registered, verified)
      .when(rates(0, 10_000))
      .emits({ type: 'ShippingRatesSet', data: { at: AT, domestic: 0, continental: 10_000, international: 3000 } }));

  test('reject a cent more than €100', () =>
    given(registered, verified).when(rates(0, 10_001)).isRejected({ code: 'ratesTooHigh' }));

  test('reject negative amounts', () =>
    given(registered, verified).when(rates(-1, 0)).isRejected({ code: 'ratesNegative' }));
});
