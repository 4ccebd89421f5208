import type { Cents } from '../../shared/money.ts';
import { claimsOn } from '../claims.ts';
import type { Transaction } from '../state.ts';
import type { Chargeback } from '../stateShape.ts';

type Duplicate = Transaction['duplicates'][string];

/** Of what is owed for a payment so much has found its way to the payer. */
export const lessOwed = (duplicate: Duplicate, by: Cents): Duplicate =>
  duplicate.amount > by
    ? { ...duplicate, amount: duplicate.amount - by }
    : { ...duplicate, state: 'done', retryAt: null };

/** No refund of it was made yet. */
const NOTHING_OWED: Duplicate = { refundId: '', amount: 0, earlier: [], attempt: 0, state: 'done', retryAt: null };

/** A bank has taken it from what was owed beside the sale, or gave that back. */
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

/** `owed`: what of a claim was paid by what was owed beside the sale. */
export const withOwed = ({ owed: _, ...claim }: Chargeback, owed: Cents): Chargeback =>
  owed > 0 ? { ...claim, owed } : claim;

/** What was lost of the payment at our loss, one claim after the other, has been paid by what was owed. */
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
