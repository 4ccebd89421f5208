import type { Dispute, TransactionDetail } from '#application/contract/transactions.ts';
import { begun, disputedFunds, draft, inTerms, question } from '#domain/notifications/moneyText.ts';
import { isOfReturn } from '#domain/transactions/disputeCategories.ts';
import { dueTime } from '../../../ui/dates.ts';
import { formatPrice } from '../../../ui/money.ts';
import { aboutOf, aheadIn, sentenceOf } from '../../../ui/moneySentences.ts';
import { inCents, sharesInWords } from '../../text/sharesText.ts';
import type { Next, Outcome, Situation } from './next.ts';

const REVIEW =
  'Our staff decide: a full refund, a partial refund, or a release to the seller. They give both of you their reasons.';

/** In escrow the panel says this about its clock. */
const withFunds = ({ sale: transaction }: Situation, sentence: string): string =>
  transaction.status === 'IN_ESCROW' ? sentence : `${sentenceOf(disputedFunds, transaction)} ${sentence}`;

const review = ({ sale: transaction }: Situation): string => inTerms('disputeReview', aboutOf(transaction)).by;

const afterSilence = (situation: Situation): Outcome => ({
  when: 'If nothing happens',
  what: `${aheadIn(situation.sale, 'disputeAnswer').follows} ${review(situation)}`,
});

const offered = (situation: Situation, offer: NonNullable<Dispute['offer']>): Next => {
  const { sale: transaction, reader } = situation;
  const [sum, rest] = [formatPrice(offer.toBuyer), formatPrice(offer.toSeller)];
  const { by, follows, until } = aheadIn(transaction, 'settlementOffer');
  return {
    title:
      reader === 'buyer'
        ? `${transaction.seller.username} offers you ${sum}`
        : `Your offer of ${sum} is waiting for an answer`,
    lead: by,
    until,
    outcomes: [
      {
        when: reader === 'buyer' ? 'You accept' : 'The buyer accepts',
        what:
          reader === 'buyer'
            ? `${sum} goes back to you, ${rest} to the seller.`
            : `${sum} goes back to the buyer, ${rest} is released to you once that is done.`,
      },
      {
        when: reader === 'buyer' ? 'You decline' : 'The buyer declines',
        what: 'The dispute continues. The seller can make another offer; otherwise our staff decide.',
      },
      { when: 'If nothing happens', what: follows },
    ],
  };
};

const awaitingSeller = (situation: Situation, dispute: Dispute): Next => {
  const { sale: transaction, reader } = situation;
  const { by, until } = aheadIn(transaction, 'disputeAnswer');
  const { accepted } = dispute;
  const claim = formatPrice(accepted?.toBuyer ?? dispute.claim);
  return reader === 'seller'
    ? {
        title: 'The buyer has opened a dispute',
        lead: withFunds(situation, by),
        until,
        outcomes: [
          {
            when: 'You accept',
            what: `${claim} goes back to the buyer. ${formatPrice(accepted?.toSeller ?? 0)} is left for you.`,
          },
          {
            when: 'You offer or contest',
            what: `The buyer can accept your offer. If you contest the claim, our staff decide. ${review(situation)}`,
          },
          afterSilence(situation),
        ],
      }
    : {
        title: 'The seller has to answer your dispute',
        lead: withFunds(situation, by),
        until,
        outcomes: [
          { when: 'The seller accepts', what: `${claim} goes back to you.` },
          {
            when: 'The seller offers or contests',
            what: 'You can accept an offer. If the seller contests, our staff decide.',
          },
          afterSilence(situation),
        ],
      };
};

const isAhead = (instant: string, now: number): boolean => Date.parse(instant) > now;

/** Staff cannot decide before `answerBy` or the answer. */
const asked = ({ sale: transaction, now }: Situation, answerBy: string): Next => {
  const { by, follows } = question(Date.parse(answerBy), now, aboutOf(transaction));
  return {
    title: 'Our staff have a question for you',
    lead: `${by} Read it under Statements.`,
    until: isAhead(answerBy, now) ? answerBy : null,
    outcomes: [
      { when: 'You answer', what: 'Add a statement with text or photos. The other side can read it too.' },
      { when: 'You do not answer', what: begun(follows || 'our staff may decide without your answer.') },
      { when: 'Staff decide', what: REVIEW },
    ],
  };
};

const drafted = (
  { sale: transaction, reader, now }: Situation,
  shown: NonNullable<TransactionDetail['draft']>,
): Next => ({
  title: 'Our staff plan to decide',
  lead: draft(Date.parse(shown.until), now, aboutOf(transaction)),
  until: isAhead(shown.until, now) ? shown.until : null,
  outcomes: [
    { when: 'It is confirmed', what: `${sharesInWords(inCents(shown), reader)}. The reasons are under Statements.` },
    {
      when: 'You object',
      what: 'Add a statement. Our staff read it before they confirm, and may change the decision.',
    },
    { when: 'You wait', what: 'The money stays where it is until a decision is confirmed.' },
  ],
});

/** Tells the reader if staff are waiting for the other party. */
const whileWaiting = ({ sale: transaction, reader, now }: Situation): string => {
  const other = reader === 'buyer' ? 'seller' : 'buyer';
  const until = transaction.questions[other];
  return until && isAhead(until, now)
    ? `Our staff have asked ${transaction[other].username} something, with an answer due by ${dueTime(until)}. You do not have to do anything.`
    : 'You do not have to do anything. The money stays where it is until there is a decision.';
};

const underReview = (situation: Situation): Next => {
  const { sale: transaction, reader } = situation;
  const answerBy = transaction.questions[reader];
  if (answerBy) return asked(situation, answerBy);
  if (transaction.draft) return drafted(situation, transaction.draft);
  const { by, until } = aheadIn(transaction, 'disputeReview');
  const other = reader === 'buyer' ? 'The seller' : 'You';
  return {
    title: isOfReturn(transaction.dispute?.category ?? 'OTHER')
      ? 'Our staff review the return'
      : 'Our staff review the dispute',
    lead: withFunds(
      situation,
      until ? by : 'The decision is taking longer than it should. Our staff have been reminded.',
    ),
    until,
    outcomes: [
      { when: 'Staff decide', what: REVIEW },
      {
        when: reader === 'buyer' ? 'The seller offers' : 'You offer',
        what: `${other} can still offer an amount. If it is accepted, the dispute ends at once.`,
      },
      { when: 'You wait', what: whileWaiting(situation) },
    ],
  };
};

/** An open dispute comes first in any status: after a release by the timer, escrow has already ended. */
export const nextInDispute = (situation: Situation, dispute: Dispute): Next => {
  if (dispute.offer) return offered(situation, dispute.offer);
  return dispute.state === 'awaiting_seller' ? awaitingSeller(situation, dispute) : underReview(situation);
};
