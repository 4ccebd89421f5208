import type { Dispute, TransactionDetail } from '#application/contract/transactions.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { dueTime } from '../../ui/dates.ts';
import { formatPrice } from '../../ui/money.ts';
import { dueAt } from '../deadlineWords.ts';
import { inCents, sharesInWords } from '../shares.ts';
import type { Next, Outcome, Situation } from './next.ts';

const REVIEW = 'Our staff decide: a refund, a part of it, or a release to the seller. Both of you read their reasons.';

/** After a release there is no clock any more that could stand still. */
const stopped = ({ sale: transaction }: Situation): string =>
  transaction.status === 'IN_ESCROW'
    ? 'The clock is stopped while the dispute is open.'
    : 'The money is held while the dispute is open.';

const onOr = (due: string | null, otherwise: string): string => (due ? `On ${dueTime(due)}` : otherwise);

const afterSilence = (transaction: Situation['sale'], answerBy: string | null): Outcome => ({
  when: 'Nobody acts',
  what: `${onOr(answerBy, `After ${termsOf(transaction).disputeAnswer}`)} the dispute goes to our staff, who aim to decide within ${termsOf(transaction).review}.`,
});

const offered = (situation: Situation, offer: NonNullable<Dispute['offer']>): Next => {
  const { sale: transaction, reader } = situation;
  const [sum, rest] = [formatPrice(offer.toBuyer), formatPrice(offer.toSeller)];
  const answerBy = dueAt(transaction, 'disputeAnswer');
  return {
    title:
      reader === 'buyer'
        ? `${transaction.seller.username} offers you ${sum}`
        : `Your offer of ${sum} waits for an answer`,
    lead: reader === 'buyer' ? 'Accept or refuse before' : 'The buyer answers before',
    until: offer.lapsesAt,
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
      {
        when: 'Nobody acts',
        what: `On ${dueTime(offer.lapsesAt)} the offer lapses. ${answerBy ? 'The dispute is then with our staff.' : 'Our staff decide.'}`,
      },
    ],
  };
};

const awaitingSeller = (situation: Situation, dispute: Dispute): Next => {
  const { sale: transaction, reader } = situation;
  const until = dueAt(transaction, 'disputeAnswer');
  const { accepted } = dispute;
  const claim = formatPrice(accepted?.toBuyer ?? dispute.claim);
  return reader === 'seller'
    ? {
        title: 'The buyer has opened a dispute',
        lead: `${stopped(situation)} Answer before`,
        until,
        outcomes: [
          {
            when: 'You accept',
            what: `${claim} goes back to the buyer. ${formatPrice(accepted?.toSeller ?? 0)} is left for you.`,
          },
          {
            when: 'You offer or contest',
            what: `The buyer may accept what you offer. What you contest our staff decide; they aim to do so within ${termsOf(transaction).review}.`,
          },
          afterSilence(transaction, until),
        ],
      }
    : {
        title: 'The seller has to answer your dispute',
        lead: `${stopped(situation)} The seller answers before`,
        until,
        outcomes: [
          { when: 'The seller accepts', what: `${claim} goes back to you.` },
          {
            when: 'The seller offers or contests',
            what: 'You may accept an offer. What is contested is decided by our staff.',
          },
          afterSilence(transaction, until),
        ],
      };
};

const isAhead = (instant: string, now: number): boolean => Date.parse(instant) > now;

/** Staff decide no earlier than that, unless it is answered. */
const asked = ({ now }: Situation, answerBy: string): Next => ({
  title: 'Our staff ask you something',
  lead: isAhead(answerBy, now)
    ? 'Read it under Statements, and answer before'
    : 'The time to answer has passed. You can still answer until it is decided.',
  until: isAhead(answerBy, now) ? answerBy : null,
  outcomes: [
    { when: 'You answer', what: 'With words or photos, as a statement. The other side reads it, too.' },
    { when: 'You do not answer', what: `After ${dueTime(answerBy)} our staff may decide without your answer.` },
    { when: 'Staff decide', what: REVIEW },
  ],
});

const drafted = ({ reader, now }: Situation, draft: NonNullable<TransactionDetail['draft']>): Next => ({
  title: 'Our staff mean to decide',
  lead: isAhead(draft.until, now)
    ? 'Both sides can say something about it until'
    : 'Both sides had time to say something about it. It waits to be confirmed.',
  until: isAhead(draft.until, now) ? draft.until : null,
  outcomes: [
    { when: 'It is confirmed', what: `${sharesInWords(inCents(draft), reader)}. The reasons stand under Statements.` },
    { when: 'You object', what: 'Add a statement. Our staff read it before they confirm, and may decide otherwise.' },
    { when: 'You wait', what: 'The money stays where it is until a decision is confirmed.' },
  ],
});

/** Whose answer the staff wait for, where it is not the reader's. */
const whileWaiting = ({ sale: transaction, reader, now }: Situation): string => {
  const other = reader === 'buyer' ? 'seller' : 'buyer';
  const until = transaction.questions[other];
  return until && isAhead(until, now)
    ? `Our staff have asked ${transaction[other].username} something, to be answered before ${dueTime(until)}. Nothing is asked of you.`
    : 'Nothing is asked of you. The money stays where it is until there is a decision.';
};

const underReview = (situation: Situation): Next => {
  const { sale: transaction, reader } = situation;
  const answerBy = transaction.questions[reader];
  if (answerBy) return asked(situation, answerBy);
  if (transaction.draft) return drafted(situation, transaction.draft);
  const until = dueAt(transaction, 'disputeReview');
  const other = reader === 'buyer' ? 'The seller' : 'You';
  return {
    title: 'Our staff review the dispute',
    lead: until
      ? `${stopped(situation)} They aim to decide before`
      : `${stopped(situation)} The decision takes longer than it should; our staff have been reminded.`,
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
