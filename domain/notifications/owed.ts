import { formatSum } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';

type Owed = {
  of: 'sale' | 'secondPayment';
  amount: Cents;
  currency: string | undefined;
  state: 'requested' | 'failed';
  /** Epoch ms. */
  retryAt: number | null;
};

const HOW: Record<Owed['of'], string> = { sale: 'sent back to us by a bank', secondPayment: 'paid a second time' };

/** What we still owe the buyer outside the transaction. */
export const owedInWords = ({ of, amount, currency, state, retryAt }: Owed, isBuyer: boolean): string => {
  const sum = `${formatSum(amount, currency)}, ${HOW[of]},`;
  const whom = isBuyer ? 'you' : 'the buyer';
  if (state === 'requested') return `${sum} is on its way to ${whom}.`;
  const next = retryAt === null ? 'Our staff are looking into it.' : 'We will try again automatically.';
  return `${sum} has not reached ${whom} yet. ${next}`;
};

/**
 * A chargeback reversed after the payout began: the money belongs to the seller. `claimed`: the bank claims more and
 * has not decided.
 */
export const keptInWords = ({ amount, claimed }: { amount: Cents; claimed: boolean }, isSeller: boolean): string => {
  const sum = `${formatSum(amount)}, which the buyer’s bank gave back after the payout had begun,`;
  const next = claimed
    ? 'It waits until the bank has decided what else it claims.'
    : `Our staff transfer it to ${isSeller ? 'your' : 'their'} bank account.`;
  return `${sum} is ${isSeller ? 'yours' : 'the seller’s'}. ${next}`;
};
