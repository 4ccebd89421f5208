import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';

const OF_ONE_TRANSACTION = ['escrow', 'seller_payable', 'payout_transit', 'refund_transit', 'duplicate'] as const;

/** All kinds of account. Each exists once per currency; those of one transaction also once per transaction. */
export const ACCOUNTS = [
  'psp_clearing',
  ...OF_ONE_TRANSACTION,
  'seller_paid',
  'fee_income',
  'platform_loss',
  'own_bank',
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** In words. Credits minus debits: the provider holds what it received minus what it paid out. */
export const ACCOUNT_MEANINGS: Readonly<Record<Account, string>> = {
  psp_clearing: 'Received by the payment provider, minus refunds and chargebacks (a debit)',
  escrow: 'Buyers’ money, held for their sales',
  seller_payable: 'Earned by sellers, not yet paid out',
  payout_transit: 'Payouts on their way to sellers',
  refund_transit: 'Refunds on their way to buyers',
  duplicate: 'Second payments for one sale, to be returned',
  seller_paid: 'Paid out to sellers by the payment provider',
  fee_income: 'Fees of the marketplace',
  platform_loss: 'Losses that the marketplace paid',
  own_bank: 'Paid from the marketplace’s own bank account',
};

/** `escrow` for `escrow.usd:{transaction}`. */
export const accountKind = (account: string): Account | undefined =>
  ACCOUNTS.find((kind) => kind === account.split(/[.:]/)[0]);

/** What the provider should hold in euros. `afterRefunds`: received minus refunds and chargebacks (a debit, so negative in the books). */
export const providerBalance = (
  totals: Readonly<Record<string, Cents>>,
): Record<'afterRefunds' | 'paidOut' | 'held', Cents> => {
  const afterRefunds = -(totals.psp_clearing ?? 0);
  const paidOut = totals.seller_paid ?? 0;
  return { afterRefunds, paidOut, held: afterRefunds - paidOut };
};

export const isOfOneTransaction = (account: string): boolean => OF_ONE_TRANSACTION.some((one) => one === account);

const SUFFIX = /\.([a-z]{3})(?::|$)/;

/** `USD` for `escrow.usd:{transaction}` or `escrow.usd`. */
export const currencyOfAccount = (account: string): string => SUFFIX.exec(account)?.[1]?.toUpperCase() ?? EURO;

/** The sum per currency; zero if the books balance. */
export const sumsByCurrency = (balances: Iterable<{ account: string; amount: Cents }>): ReadonlyMap<string, Cents> => {
  const sums = new Map<string, Cents>([[EURO, 0]]);
  for (const { account, amount } of balances) {
    const currency = currencyOfAccount(account);
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return sums;
};

/** The part of an account's name for its currency. */
export const suffixOf = (currency: string): string => (currency === EURO ? '' : `.${currency.toLowerCase()}`);
