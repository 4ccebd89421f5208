import type { Cents } from '../../shared/money.ts';
import { claimsOn } from '../claims.ts';
import type { Transaction } from '../state.ts';
import type { Chargeback } from '../stateShape.ts';

type Duplicate = Transaction['duplicates'][string];

/** `by` cents of the debt for a payment have reached the payer. */
export const lessOwed = (duplicate: Duplicate, by: Cents): Duplicate =>
  duplicate.amount > by
    ? { ...duplicate, amount: duplicate.amount - by }
    : { ...duplicate, state: 'done', retryAt: null };

/** A payment without any refund. */
const NOTHING_OWED: Duplicate = { refundId: '', amount: 0, earlier: [], attempt: 0, state: 'done', retryAt: null };

/** A bank took `-change` cents of our debt for a payment, or returned `change` cents of it. */
export const owedBy = (
  { duplicates }: Transaction,
  paymentId: string | null,
  change: Cents,
): Partial<Pick<Transaction, 'duplicates'>> => {
  if (paymentId === null || change === 0) return {};
  const duplicate = duplicates[paymentId] ?? NOTHING_OWED;
  return {
    duplicates: { ...duplicates, [paymentId]: change < 0 ? lessOwed(duplicate, -change) : more(duplicate, change) },
  };
};

const more = (duplicate: Duplicate, by: Cents): Duplicate =>
  duplicate.state === 'done'
    ? { ...duplicate, amount: by, state: 'failed', retryAt: null }
    : { ...duplicate, amount: duplicate.amount + by };

/** `owed`: the part of a chargeback that our debt to the payer has covered. */
export const withOwed = ({ owed: _, ...claim }: Chargeback, owed: Cents): Chargeback =>
  owed > 0 ? { ...claim, owed } : claim;

/** Our debt for the payment covers its lost chargebacks, one after the other. */
export const paidByOwed = (transaction: Transaction, paymentId: string, amount: Cents): Transaction['chargebacks'] => {
  const paid = { ...transaction.chargebacks };
  let left = amount;
  for (const [id, claim] of claimsOn(transaction, paymentId)) {
    const { owed = 0 } = claim;
    const share = claim.stands === 'lost' ? Math.min(left, claim.amount - owed) : 0;
    paid[id] = withOwed(claim, owed + share);
    left -= share;
  }
  return paid;
};
