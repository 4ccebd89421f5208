import { whom } from '#domain/notifications/decisionText.ts';
import { inspection, inTerms } from '#domain/notifications/moneyText.ts';
import { formatCents } from '../../../ui/money.ts';
import { aboutOf, aheadIn, releasedAs, releasedIn, sentenceOf } from '../../../ui/moneySentences.ts';
import { heldOf } from '../../text/sharesText.ts';
import type { Next, Situation } from './next.ts';

const requested = ({ sale: transaction, reader }: Situation): Next => {
  const { by, follows, until } = aheadIn(transaction, 'returnAnswer');
  const seller = reader === 'seller';
  return {
    title: seller ? 'The buyer wants to return the item' : 'You have asked to return the item',
    lead: by,
    until,
    outcomes: [
      {
        when: seller ? 'You approve' : 'The seller approves',
        what: inTerms('returnShipBack', aboutOf(transaction)).by,
      },
      {
        when: seller ? 'You refuse' : 'The seller refuses',
        what: `A dispute opens automatically. ${inTerms('disputeReview', aboutOf(transaction)).by}`,
      },
      { when: 'If nothing happens', what: follows },
    ],
  };
};

const whereTo = (transaction: Situation['sale']): string => {
  if (transaction.return?.addressed) return 'Send it to the address below.';
  return transaction.holds.includes('staff')
    ? 'Our staff tell you where to send it.'
    : 'Ask the seller for the return address, and open a dispute if you do not get it.';
};

const approved = ({ sale: transaction, reader, money }: Situation): Next => {
  const { by, follows, until } = aheadIn(transaction, 'returnShipBack');
  const sum = formatCents(heldOf(transaction).held);
  return {
    title: 'The return is approved',
    lead: by,
    until,
    outcomes: [
      {
        when: reader === 'buyer' ? 'You send it back' : 'The buyer sends it back',
        what:
          reader === 'buyer'
            ? `${whereTo(transaction)} Then enter its tracking code here. ${sum} comes back to you once the seller has it.`
            : `${transaction.return?.addressed ? '' : 'First tell the buyer where to send it. '}${inTerms('returnInspection', aboutOf(transaction)).by} ${sum} goes back to the buyer.`,
      },
      reader === 'buyer'
        ? {
            when: 'You keep it',
            what: `Confirm arrival instead: ${releasedIn(transaction, money.toSeller)}`,
          }
        : {
            when: 'The buyer keeps it',
            what: releasedAs('as soon as arrival is confirmed', transaction, money.toSeller),
          },
      { when: 'If nothing happens', what: follows },
    ],
  };
};

const onItsWay = ({ sale: transaction, reader }: Situation): Next => {
  const { by, follows, until } = aheadIn(transaction, 'returnInspection');
  const sum = formatCents(heldOf(transaction).held);
  const back = `${sum} goes back to ${whom('buyer', reader)}, fee included.`;
  const [receives, rejects] =
    reader === 'seller' ? ['You have it back', 'You reject it'] : ['The seller has it back', 'The seller rejects it'];
  return {
    title: 'The item is on its way back',
    lead: until ? by : sentenceOf(inspection, transaction),
    until,
    outcomes: [
      { when: receives, what: back },
      {
        when: rejects,
        what: 'A dispute opens automatically and our staff decide it.',
      },
      { when: 'If nothing happens', what: until ? follows : 'Nothing happens until the hold ends.' },
    ],
  };
};

const STEPS = { requested, approved, shipped: onItsWay } as const;

/** Undefined unless a return is in progress. */
export const nextInReturn = (situation: Situation): Next | undefined => {
  const state = situation.sale.return?.state;
  return state && Object.hasOwn(STEPS, state) ? STEPS[state as keyof typeof STEPS](situation) : undefined;
};
