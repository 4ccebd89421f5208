import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';
import { currencyOf } from './currency.ts';
import { lostToPayer, type Sale } from './sale.ts';
import type { Chargeback } from './saleShape.ts';

type Claim = Pick<Chargeback, 'currency'>;

/** Of this payment, and in the money that it came in. */
const isAbout = (sale: Sale, paymentId: string, { currency = currencyOf(sale) }: Claim): boolean =>
  paymentId === sale.paymentId && currency === (sale.foreign[paymentId] ?? EURO);

export const claimsOn = (sale: Sale, paymentId: string): [string, Chargeback][] =>
  Object.entries(sale.chargebacks).filter(([, claim]) => isAbout(sale, paymentId, claim));

const isUndecided = ({ stands }: Chargeback): boolean => stands === 'open' || stands === 'lateOpen';

const sum = (claims: readonly [string, Chargeback][]): Cents =>
  claims.reduce((total, [, { amount, owed = 0 }]) => total + amount - owed, 0);

/** The payer's bank has not decided about it: what is sent back meanwhile, the payer may get twice. */
export const isClaimed = (sale: Sale, paymentId: string): boolean =>
  claimsOn(sale, paymentId).some(([, claim]) => isUndecided(claim));

/** What is owed of the payment beside the sale, and not on its way: it pays for a claim before anything of the sale does. */
export const owedFor = (sale: Sale, claim: Claim): Cents => {
  const { paymentId } = sale;
  const owed = paymentId === null ? undefined : sale.duplicates[paymentId];
  return paymentId !== null && owed?.state === 'failed' && isAbout(sale, paymentId, claim) ? owed.amount : 0;
};

/** Of a claim, what only the sale could pay for, should the bank take all that it and others ask for. */
export const beyondOwed = (sale: Sale, chargebackId: string, claim: Claim & { amount: Cents }): Cents => {
  const { paymentId } = sale;
  const all = paymentId === null ? [] : claimsOn(sale, paymentId);
  const others = all.filter(([id, each]) => id !== chargebackId && isUndecided(each));
  return claim.amount - Math.max(0, owedFor(sale, claim) - sum(others));
};

/** What the payer's bank has taken of the payment at our loss. */
export const lostOf = (sale: Sale, paymentId: string): Cents => {
  const lost = claimsOn(sale, paymentId).filter(([, { stands }]) => stands === 'lost');
  return Math.max(0, Math.min(sum(lost), lostToPayer(sale)));
};
