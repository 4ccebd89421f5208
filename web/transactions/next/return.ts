import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { dueTime } from '../../ui/dates.ts';
import { formatCents } from '../../ui/money.ts';
import { dueAt } from '../deadlineWords.ts';
import { HOLD_GOES_ON } from '../leftAfterHold.ts';
import { releasedToSeller } from '../releaseWords.ts';
import { heldOf } from '../shares.ts';
import { whom } from '../whom.ts';
import type { Next, Situation } from './next.ts';

const STOPPED = 'The clock is stopped while the return is open.';

const requested = ({ sale, reader }: Situation): Next => {
  const until = dueAt(sale, 'returnAnswer');
  const [who, decides] = reader === 'seller' ? ['You', 'Answer before'] : ['The seller', 'The seller answers before'];
  return {
    title: reader === 'seller' ? 'The buyer asks to return the item' : 'You have asked to return the item',
    lead: `${STOPPED} ${decides}`,
    until,
    outcomes: [
      {
        when: reader === 'seller' ? 'You approve' : 'The seller approves',
        what: `${reader === 'seller' ? 'The buyer has' : 'You have'} ${termsOf(sale).shipBack} to send it back with a tracking code.`,
      },
      {
        when: `${who} ${reader === 'seller' ? 'refuse' : 'refuses'}`,
        what: `A dispute opens by itself. Our staff aim to decide it within ${termsOf(sale).review}.`,
      },
      {
        when: 'Nobody acts',
        what: `${until ? `On ${dueTime(until)}` : `After ${termsOf(sale).returnAnswer}`} the return counts as approved.`,
      },
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
  const until = dueAt(sale, 'returnShipBack');
  const sum = formatCents(heldOf(sale).held);
  return {
    title: 'The return is approved',
    lead: reader === 'buyer' ? `${STOPPED} Send the item back before` : `${STOPPED} The buyer sends it back before`,
    until,
    outcomes: [
      {
        when: reader === 'buyer' ? 'You send it back' : 'The buyer sends it back',
        what:
          reader === 'buyer'
            ? `${whereTo(sale)} Then give its tracking code here. ${sum} comes back to you once the seller has it.`
            : `${sale.return?.addressed ? '' : 'First tell the buyer where to send it. '}You then have ${termsOf(sale).inspection} to confirm or to reject it. ${sum} goes back to the buyer.`,
      },
      reader === 'buyer'
        ? {
            when: 'You keep it',
            what: `Confirm arrival instead: ${releasedToSeller(sale, money.toSeller)}`,
          }
        : {
            when: 'The buyer keeps it',
            what: `${formatCents(money.toSeller)} is released to you as soon as arrival is confirmed.`,
          },
      {
        when: 'Nobody acts',
        what: `${until ? `On ${dueTime(until)}` : `After ${termsOf(sale).shipBack}`} the return lapses${sale.holds.length > 0 || sale.escrowStatus.isPaused ? `. ${HOLD_GOES_ON}` : ` and the escrow clock runs on with at least ${termsOf(sale).pauseWindow} left.`}`,
      },
    ],
  };
};

const onItsWay = ({ sale, reader }: Situation): Next => {
  const until = dueAt(sale, 'returnInspection');
  const sum = formatCents(heldOf(sale).held);
  const back = `${sum} goes back to ${whom('buyer', reader)}, fee included.`;
  const [receives, rejects] =
    reader === 'seller' ? ['You have it back', 'You reject it'] : ['The seller has it back', 'The seller rejects it'];
  return {
    title: 'The item is on its way back',
    lead: until
      ? `${STOPPED} ${reader === 'seller' ? 'Confirm or reject it before' : 'The seller confirms before'}`
      : STOPPED,
    until,
    outcomes: [
      { when: receives, what: back },
      {
        when: rejects,
        what: 'A dispute opens by itself and our staff decide it.',
      },
      { when: 'Nobody acts', what: until ? `On ${dueTime(until)} it counts as received, and ${back}` : HOLD_GOES_ON },
    ],
  };
};

const STEPS = { requested, approved, shipped: onItsWay } as const;

/** A return that is under way; undefined for any other. */
export const nextInReturn = (situation: Situation): Next | undefined => {
  const state = situation.sale.return?.state;
  return state && Object.hasOwn(STEPS, state) ? STEPS[state as keyof typeof STEPS](situation) : undefined;
};
