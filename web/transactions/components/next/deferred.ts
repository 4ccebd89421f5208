import { whom } from '#domain/notifications/decisionText.ts';
import { deferredRefund, refundTime } from '#domain/notifications/moneyText.ts';
import { formatPrice } from '../../../ui/money.ts';
import { sentenceOf } from '../../../ui/moneySentences.ts';
import { dueAt } from '../../lifecycle.ts';
import { may } from '../claims/claimAction.ts';
import type { Next, Situation } from './next.ts';

const APPEALED =
  'Another member of our staff reviews the decision. The money stays in escrow until there is a new one.';

/** A decided refund waits for the seller's appeal. After a partial refund the buyer may appeal too. */
export const nextWhileDeferred = ({ sale: transaction, reader }: Situation): Next => {
  const sum = formatPrice(transaction.decision?.toBuyer ?? 0);
  const other = reader === 'buyer' ? 'seller' : 'buyer';
  return {
    title: `Our staff decided: ${sum} goes back to ${whom('buyer', reader)}`,
    lead: sentenceOf(deferredRefund, transaction),
    until: dueAt(transaction, 'decidedRefund'),
    outcomes: [
      may(transaction, 'AppealDecision')
        ? { when: 'You appeal', what: APPEALED }
        : { when: 'You wait', what: 'You do not have to do anything.' },
      { when: `The ${other} appeals`, what: APPEALED },
      { when: 'Nobody appeals', what: `The refund is sent. ${refundTime(transaction)}` },
    ],
  };
};
