import type { Dispute, TransactionDetail } from '#application/contract/transactions.ts';
import { begun, disputedFunds, draft, inTerms, question } from '#domain/telling/moneyWords.ts';
import { dueTime } from '../../ui/dates.ts';
import { formatPrice } from '../../ui/money.ts';
import { aboutOf, aheadIn, sentenceOf } from '../../ui/moneySentences.ts';
import { inCents, sharesInWords } from '../shares.ts';
import type { Next, Outcome, Situation } from './next.ts';

const REVIEW = 'Our staff decide: a refund, a part of it, or a release to the seller. Both of you read their reasons.';

/** In escrow the panel tells it of its clock. */
const withFunds = ({ sale }: Situation, sentence: string): string =>
  sale.status === 'IN_ESCROW' ? sentence : `${sentenceOf(disputedFunds, sale)} ${sentence}`;

const review = ({ sale }: Situation): string => inTerms('disputeReview', aboutOf(sale)).by;

const afterSilence = (situation: Situation): Outcome => ({
  when: 'Nobody acts',
  what: `${aheadIn(situation.sale, 'disputeAnswer').follows} ${review(situation)}`,
});

const offered = (situation: Situation, offer: NonNullable<Dispute['offer']>): Next => {
  const { sale, reader } = situation;
  const [sum, rest] = [formatPrice(offer.toBuyer), formatPrice(offer.toSeller)];
  const { by, follows, until } = aheadIn(sale, 'settlementOffer');
  return {
    title:
      reader === 'buyer' ? `${sale.seller.username} offers you ${sum}` : `Your offer of ${sum} waits for an answer`,
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
        when: reader === 'buyer' ? 'You refuse' : 'The buyer refuses',
        what: 'The dispute goes on as before. Another offer can follow, otherwise our staff decide.',
      },
      { when: 'Nobody acts', what: follows },
    ],
  };
};

const awaitingSeller = (situation: Situation, dispute: Dispute): Next => {
  const { sale, reader } = situation;
  const { by, until } = aheadIn(sale, 'disputeAnswer');
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
            what: `The buyer may accept what you offer. What you contest goes to our staff. ${review(situation)}`,
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
            what: 'You may accept an offer. What is contested is decided by our staff.',
          },
          afterSilence(situation),
        ],
      };
};

const isAhead = (instant: string, now: number): boolean => Date.parse(instant) > now;

/** Staff decide no earlier than that, unless it is answered. */
const asked = ({ sale, now }: Situation, answerBy: string): Next => {
  const { by, follows } = question(Date.parse(answerBy), now, aboutOf(sale));
  return {
    title: 'Our staff ask you something',
    lead: `${by} Read it under Statements.`,
    until: isAhead(answerBy, now) ? answerBy : null,
    outcomes: [
      { when: 'You answer', what: 'With words or photos, as a statement. The other side reads it, too.' },
      { when: 'You do not answer', what: begun(follows || 'our staff may decide without your answer.') },
      { when: 'Staff decide', what: REVIEW },
    ],
  };
};

const drafted = ({ sale, reader, now }: Situation, shown: NonNullable<TransactionDetail['draft']>): Next => ({
  title: 'Our staff mean to decide',
  lead: draft(Date.parse(shown.until), now, aboutOf(sale)),
  until: isAhead(shown.until, now) ? shown.until : null,
  outcomes: [
    { when: 'It is confirmed', what: `${sharesInWords(inCents(shown), reader)}. The reasons stand under Statements.` },
    { when: 'You object', what: 'Add a statement. Our staff read it before they confirm, and may decide otherwise.' },
    { when: 'You wait', what: 'The money stays where it is until a decision is confirmed.' },
  ],
});

/** Whose answer the staff wait for, where it is not the reader's. */
const whileWaiting = ({ sale, reader, now }: Situation): string => {
  const other = reader === 'buyer' ? 'seller' : 'buyer';
  const until = sale.questions[other];
  return until && isAhead(until, now)
    ? `Our staff have asked ${sale[other].username} something, to be answered by ${dueTime(until)}. Nothing is asked of you.`
    : 'Nothing is asked of you. The money stays where it is until there is a decision.';
};

const underReview = (situation: Situation): Next => {
  const { sale, reader } = situation;
  const answerBy = sale.questions[reader];
  if (answerBy) return asked(situation, answerBy);
  if (sale.draft) return drafted(situation, sale.draft);
  const { by, until } = aheadIn(sale, 'disputeReview');
  const other = reader === 'buyer' ? 'The seller' : 'You';
  return {
    title: 'Our staff review the dispute',
    lead: withFunds(situation, until ? by : 'The decision takes longer than it should; our staff have been reminded.'),
    until,
    outcomes: [
      { when: 'Staff decide', what: REVIEW },
      {
        when: reader === 'buyer' ? 'The seller offers' : 'You offer',
        what: `${other} can still offer an amount. Accepted, it ends the dispute at once.`,
      },
      { when: 'You wait', what: whileWaiting(situation) },
    ],
  };
};

/** An open dispute, whatever the status: one that is opened after the timer's release stands beside a finished escrow. */
export const nextInDispute = (situation: Situation, dispute: Dispute): Next => {
  if (dispute.offer) return offered(situation, dispute.offer);
  return dispute.state === 'awaiting_seller' ? awaitingSeller(situation, dispute) : underReview(situation);
};
