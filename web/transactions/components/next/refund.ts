import type { TransactionDetail } from '#application/contract/transactions.ts';
import { whom } from '#domain/notifications/decisionText.ts';
import { refundTime, retryOfRefund, STAFF_CARE } from '#domain/notifications/moneyText.ts';
import { spelledTermsOf } from '#domain/transactions/terms/spelledTerms.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { formatCents, formatPrice } from '../../../ui/money.ts';
import { sentenceOf } from '../../../ui/moneySentences.ts';
import { dueAt } from '../../lifecycle.ts';
import type { Next, Outcome, Situation } from './next.ts';

type Refund = NonNullable<TransactionDetail['refund']>;

const afterwards = ({ toSeller }: Refund, reader: Situation['reader']): string =>
  toSeller > 0
    ? `${formatPrice(toSeller)} is then released to ${whom('seller', reader)}.`
    : 'The sale ends as refunded.';

const failed = ({ sale: transaction, reader }: Situation, refund: Refund): Next => {
  const sum = formatUnits(refund.amount, transaction.sums.currency);
  // A chargeback stops the retry.
  const retryAt = dueAt(transaction, 'refundRetry');
  return {
    title: 'The refund did not go through',
    lead: `The bank did not accept ${sum}. ${refund.retryAt ? sentenceOf(retryOfRefund('refundRetry'), transaction) : STAFF_CARE}`,
    until: retryAt,
    outcomes: [
      {
        when: reader === 'buyer' ? 'You wait' : 'Nothing to do',
        what: `The money is safe with us. ${sum} still goes back to ${whom('buyer', reader)}.`,
      },
      { when: 'It goes through', what: afterwards(refund, reader) },
      {
        when: 'It fails again',
        what: refund.retryAt
          ? `We try again after ${spelledTermsOf(transaction).refundRetries}; then our staff take over.`
          : 'Our staff try again, or send it by bank transfer.',
      },
    ],
  };
};

/** A full or partial refund is under way. */
export const nextWhileRefunding = (situation: Situation): Next => {
  const { sale: transaction, money, reader } = situation;
  const { refund } = transaction;
  if (refund?.state === 'failed') return failed(situation, refund);
  const sum = refund ? formatUnits(refund.amount, transaction.sums.currency) : formatCents(money.total);
  const done: Outcome = {
    when: 'The bank confirms',
    what: refund ? afterwards(refund, reader) : 'The sale ends as refunded.',
  };
  return {
    title: 'Refund Pending',
    lead: reader === 'buyer' ? `${sum} is on its way back to you.` : `${sum} is on its way back to the buyer.`,
    until: null,
    outcomes: [
      {
        when: reader === 'buyer' ? 'You wait' : 'Nothing to do',
        what: refundTime(transaction),
      },
      done,
      { when: 'The refund fails', what: 'We retry it automatically; if that fails, our staff take over.' },
    ],
  };
};
