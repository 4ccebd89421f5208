import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { dueTime } from '../../ui/dates.ts';
import { formatCents } from '../../ui/money.ts';
import { dueAt } from '../deadlineWords.ts';
import type { Next, Outcome, Situation } from './next.ts';

const missed = (until: string | null, money: Situation['money'], whom: string): Outcome => ({
  when: 'Nobody acts',
  what: `${until ? `On ${dueTime(until)} the` : 'The'} sale is cancelled and ${whom} ${formatCents(money.back)} back, fee included.`,
});

const asSeller = ({ sale: transaction, money }: Situation, until: string | null): Next => ({
  title: 'Paid and waiting for your parcel',
  lead: 'Confirm shipment before',
  until,
  outcomes: [
    {
      when: 'You confirm shipment',
      what: `Escrow runs ${termsOf(transaction).escrow}. ${formatCents(money.toSeller)} is released to you when the buyer confirms arrival or the ${termsOf(transaction).escrow} end.`,
    },
    { when: 'You cancel', what: `The buyer gets ${formatCents(money.back)} back, fee included.` },
    missed(until, money, 'the buyer gets'),
  ],
});

const asBuyer = ({ sale: transaction, money }: Situation, until: string | null): Next => ({
  title: 'Paid and held in escrow',
  lead: 'The seller must confirm shipment before',
  until,
  outcomes: [
    {
      when: 'The seller ships',
      what: `Escrow runs ${termsOf(transaction).escrow}. The money is released to the seller when you confirm arrival, or when the ${termsOf(transaction).escrow} end.`,
    },
    transaction.allowed.includes('Cancel')
      ? {
          when: 'You cancel',
          what: `Possible within ${termsOf(transaction).cancellation} of paying. You get ${formatCents(money.back)} back.`,
        }
      : { when: 'You wait', what: 'Nothing to do. You are notified when the parcel is on its way.' },
    missed(until, money, 'you get'),
  ],
});

export const nextWhileAwaitingShipment = (situation: Situation): Next => {
  const until = dueAt(situation.sale, 'shipment');
  return situation.reader === 'seller' ? asSeller(situation, until) : asBuyer(situation, until);
};
