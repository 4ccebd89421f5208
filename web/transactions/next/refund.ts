import type { TransactionDetail } from '#application/contract/transactions.ts';
import { refundTime, retryOfRefund, STAFF_CARE } from '#domain/telling/moneyWords.ts';
import { spelledTermsOf } from '#domain/transactions/spelledTerms.ts';
import { formatUnits } from '../../ui/currencies.ts';
import { formatCents, formatPrice } from '../../ui/money.ts';
import { sentenceOf } from '../../ui/moneySentences.ts';
import { dueAt } from '../deadlineWords.ts';
import { whom } from '../whom.ts';
import type { Next, Outcome, Situation } from './next.ts';

type Refund = NonNullable<TransactionDetail['refund']>;

const afterwards = ({ toSeller }: Refund, reader: Situation['reader']): string =>
  toSeller > 0
    ? `${formatPrice(toSeller)} is then released to ${whom('seller', reader)}.`
    : 'The sale ends as refunded, and the timeline says so.';

const failed = ({ sale, reader }: Situation, refund: Refund): Next => {
  const sum = formatUnits(refund.amount, sale.sums.currency);
  // a bank that asks the payment back stops the next try
  const retryAt = dueAt(sale, 'refundRetry');
  return {
    title: 'The refund did not go through',
    lead: `The bank did not take ${sum}. ${refund.retryAt ? sentenceOf(retryOfRefund('refundRetry'), sale) : STAFF_CARE}`,
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
          ? `It is tried again after ${spelledTermsOf(sale).refundRetries}; then our staff see to it.`
          : 'Our staff try again, or send it by bank transfer.',
      },
    ],
  };
};

/** Money goes back, the whole of it or a part. */
export const nextWhileRefunding = (situation: Situation): Next => {
  const { sale, money, reader } = situation;
  const { refund } = sale;
  if (refund?.state === 'failed') return failed(situation, refund);
  const sum = refund ? formatUnits(refund.amount, sale.sums.currency) : formatCents(money.total);
  const done: Outcome = {
    when: 'The bank confirms',
    what: refund ? afterwards(refund, reader) : 'The sale ends as refunded, and the timeline says so.',
  };
  return {
    title: 'Refund Pending',
    lead: reader === 'buyer' ? `${sum} is on its way back to you.` : `${sum} is on its way back to the buyer.`,
    until: null,
    outcomes: [
      {
        when: reader === 'buyer' ? 'You wait' : 'Nothing to do',
        what: refundTime(sale),
      },
      done,
      { when: 'The refund fails', what: 'It is tried again by itself, then staff look at it.' },
    ],
  };
};
