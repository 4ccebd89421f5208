import { inspection, inTerms } from '#domain/telling/moneyWords.ts';
import { formatCents } from '../../ui/money.ts';
import { aboutOf, aheadIn, releasedIn, sentenceOf } from '../../ui/moneySentences.ts';
import { heldOf } from '../shares.ts';
import { whom } from '../whom.ts';
import type { Next, Situation } from './next.ts';

const requested = ({ sale, reader }: Situation): Next => {
  const { by, follows, until } = aheadIn(sale, 'returnAnswer');
  const seller = reader === 'seller';
  return {
    title: seller ? 'The buyer asks to return the item' : 'You have asked to return the item',
    lead: by,
    until,
    outcomes: [
      {
        when: seller ? 'You approve' : 'The seller approves',
        what: inTerms('returnShipBack', aboutOf(sale)).by,
      },
      {
        when: seller ? 'You refuse' : 'The seller refuses',
        what: `A dispute opens by itself. ${inTerms('disputeReview', aboutOf(sale)).by}`,
      },
      { when: 'Nobody acts', what: follows },
    ],
  };
};

const whereTo = (sale: Situation['sale']): string => {
  if (sale.return?.addressed) return 'Send it to the address below.';
  return sale.holds.includes('staff')
    ? 'Our staff tell you where to.'
    : 'Ask the seller where to, and open a dispute if they do not say.';
};

const approved = ({ sale, reader, money }: Situation): Next => {
  const { by, follows, until } = aheadIn(sale, 'returnShipBack');
  const sum = formatCents(heldOf(sale).held);
  return {
    title: 'The return is approved',
    lead: by,
    until,
    outcomes: [
      {
        when: reader === 'buyer' ? 'You send it back' : 'The buyer sends it back',
        what:
          reader === 'buyer'
            ? `${whereTo(sale)} Then give its tracking code here. ${sum} comes back to you once the seller has it.`
            : `${sale.return?.addressed ? '' : 'First tell the buyer where to send it. '}${inTerms('returnInspection', aboutOf(sale)).by} ${sum} goes back to the buyer.`,
      },
      reader === 'buyer'
        ? {
            when: 'You keep it',
            what: `Confirm arrival instead: ${releasedIn(sale, money.toSeller)}`,
          }
        : {
            when: 'The buyer keeps it',
            what: `${formatCents(money.toSeller)} is released to you as soon as arrival is confirmed.`,
          },
      { when: 'Nobody acts', what: follows },
    ],
  };
};

const onItsWay = ({ sale, reader }: Situation): Next => {
  const { by, follows, until } = aheadIn(sale, 'returnInspection');
  const sum = formatCents(heldOf(sale).held);
  const back = `${sum} goes back to ${whom('buyer', reader)}, fee included.`;
  const [receives, rejects] =
    reader === 'seller' ? ['You have it back', 'You reject it'] : ['The seller has it back', 'The seller rejects it'];
  return {
    title: 'The item is on its way back',
    lead: until ? by : sentenceOf(inspection, sale),
    until,
    outcomes: [
      { when: receives, what: back },
      {
        when: rejects,
        what: 'A dispute opens by itself and our staff decide it.',
      },
      { when: 'Nobody acts', what: until ? follows : 'Nothing happens before the hold ends.' },
    ],
  };
};

const STEPS = { requested, approved, shipped: onItsWay } as const;

/** A return that is under way; undefined for any other. */
export const nextInReturn = (situation: Situation): Next | undefined => {
  const state = situation.sale.return?.state;
  return state && Object.hasOwn(STEPS, state) ? STEPS[state as keyof typeof STEPS](situation) : undefined;
};
