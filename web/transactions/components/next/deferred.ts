import { whom } from '#domain/notifications/decisionText.ts';
import { deferredRefund, refundTime } from '#domain/notifications/moneyText.ts';
import { formatPrice } from '../../../ui/money.ts';
import { sentenceOf } from '../../../ui/moneySentences.ts';
import { dueAt } from '../../lifecycle.ts';
import { may } from '../claims/claimAction.ts';
import type { Next, Outcome, Situation } from './next.ts';

const APPEALED =
  'Another member of our staff reviews the decision. The money stays in escrow until there is a new one.';

const WAIT: Outcome = { when: 'You wait', what: 'You do not have to do anything.' };

/** Each party that may appeal. A party that may not waits. */
const appealing = ({ sale: transaction, reader }: Situation): [Outcome, Outcome] => {
  const other = reader === 'buyer' ? 'seller' : 'buyer';
  const own = may(transaction, 'AppealDecision') && { when: 'You appeal', what: APPEALED };
  // answers of earlier releases do not name the parties
  const mayOther = transaction.decision?.appeals === undefined || transaction.decision.appeals[other] !== null;
  const others = mayOther && { when: `The ${other} appeals`, what: APPEALED };
  if (own) return [own, others || WAIT];
  return [WAIT, others || { when: 'An appeal', what: 'Nobody can appeal now.' }];
};

/** A decided refund waits for the seller's appeal. After a partial refund the buyer may appeal too. */
export const nextWhileDeferred = (situation: Situation): Next => {
  const { sale: transaction, reader } = situation;
  const sum = formatPrice(transaction.decision?.toBuyer ?? 0);
  return {
    title: `Our staff decided: ${sum} goes back to ${whom('buyer', reader)}`,
    lead: sentenceOf(deferredRefund, transaction),
    until: dueAt(transaction, 'decidedRefund'),
    outcomes: [
      ...appealing(situation),
      { when: 'Nobody appeals', what: `The refund is sent. ${refundTime(transaction)}` },
    ],
  };
};
