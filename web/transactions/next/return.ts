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

const requested = ({ sale: transaction, reader }: Situation): Next => {
  const until = dueAt(transaction, 'returnAnswer');
  const [who, decides] = reader === 'seller' ? ['You', 'Answer before'] : ['The seller', 'The seller answers before'];
  return {
    title: reader === 'seller' ? 'The buyer asks to return the item' : 'You have asked to return the item',
    lead: `${STOPPED} ${decides}`,
    until,
    outcomes: [
      {
        when: reader === 'seller' ? 'You approve' : 'The seller approves',
        what: `${reader === 'seller' ? 'The buyer has' : 'You have'} ${termsOf(transaction).shipBack} to send it back with a tracking code.`,
      },
      {
        when: `${who} ${reader === 'seller' ? 'refuse' : 'refuses'}`,
        what: `A dispute opens by itself. Our staff aim to decide it within ${termsOf(transaction).review}.`,
      },
      {
        when: 'Nobody acts',
        what: `${until ? `On ${dueTime(until)}` : `After ${termsOf(transaction).returnAnswer}`} the return counts as approved.`,
      },
    ],
  };
};

const whereTo = (transaction: Situation['sale']): string => {
  if (transaction.return?.addressed) return 'Send it to the address below.';
  return transaction.holds.includes('staff')
    ? 'Our staff tell you where to.'
    : 'Ask the seller where to, and open a dispute if they do not say.';
};

const approved = ({ sale: transaction, reader, money }: Situation): Next => {
  const until = dueAt(transaction, 'returnShipBack');
  const sum = formatCents(heldOf(transaction).held);
  return {
    title: 'The return is approved',
    lead: reader === 'buyer' ? `${STOPPED} Send the item back before` : `${STOPPED} The buyer sends it back before`,
    until,
    outcomes: [
      {
        when: reader === 'buyer' ? 'You send it back' : 'The buyer sends it back',
        what:
          reader === 'buyer'
            ? `${whereTo(transaction)} Then give its tracking code here. ${sum} comes back to you once the seller has it.`
            : `${transaction.return?.addressed ? '' : 'First tell the buyer where to send it. '}You then have ${termsOf(transaction).inspection} to confirm or to reject it. ${sum} goes back to the buyer.`,
      },
      reader === 'buyer'
        ? {
            when: 'You keep it',
            what: `Confirm arrival instead: ${releasedToSeller(transaction, money.toSeller)}`,
          }
        : {
            when: 'The buyer keeps it',
            what: `${formatCents(money.toSeller)} is released to you as soon as arrival is confirmed.`,
          },
      {
        when: 'Nobody acts',
        what: `${until ? `On ${dueTime(until)}` : `After ${termsOf(transaction).shipBack}`} the return lapses${transaction.holds.length > 0 || transaction.escrowStatus.isPaused ? `. ${HOLD_GOES_ON}` : ` and the escrow clock runs on with at least ${termsOf(transaction).pauseWindow} left.`}`,
      },
    ],
  };
};

const onItsWay = ({ sale: transaction, reader }: Situation): Next => {
  const until = dueAt(transaction, 'returnInspection');
  const sum = formatCents(heldOf(transaction).held);
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
