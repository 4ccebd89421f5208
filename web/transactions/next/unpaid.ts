import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { dueTime } from '../../ui/dates.ts';
import { formatCents } from '../../ui/money.ts';
import { dueAt } from '../deadlineWords.ts';
import type { Next, Situation } from './next.ts';

/** Without an address there is no total yet. */
const onceHeld = ({ sale: transaction, money }: Situation, who: string): string =>
  `${money.shipping === null ? 'The total' : formatCents(money.total)} is held in escrow, and ${who} ${termsOf(transaction).shipment} to ship.`;

const asBuyer = (situation: Situation, until: string | null): Next => ({
  title: situation.sale.status === 'PAYMENT_FAILED' ? 'Your payment did not go through' : 'Your payment is awaited',
  lead: until ? 'Pay before' : 'Nothing has been charged yet.',
  until,
  outcomes: [
    {
      when: situation.sale.status === 'CREATED' ? 'You give an address and pay' : 'You pay',
      what: onceHeld(situation, 'the seller has'),
    },
    { when: 'You cancel', what: 'The listing is no longer kept for you. Nothing is charged.' },
    {
      when: 'Nobody acts',
      what: `${until ? `On ${dueTime(until)} the` : 'The'} listing is released and nothing is charged.`,
    },
  ],
});

const asSeller = (situation: Situation, until: string | null): Next => ({
  title: 'The buyer’s payment is awaited',
  lead: until ? 'Reserved for the buyer until' : 'Reserved for the buyer.',
  until,
  outcomes: [
    {
      when: 'The buyer pays',
      what: onceHeld(situation, 'you have'),
    },
    { when: 'You cancel', what: 'The purchase ends. Nothing has been charged.' },
    {
      when: 'Nobody acts',
      what: `${until ? `On ${dueTime(until)} your` : 'Your'} listing is no longer kept for this purchase.`,
    },
  ],
});

/** The bank has the payment in hand (SEPA, bank transfer): the payment window no longer runs. */
const processing = (situation: Situation, until: string): Next => ({
  title: 'The bank is processing the payment',
  lead: 'It has to arrive before',
  until,
  outcomes: [
    {
      when: 'The money arrives',
      what: onceHeld(situation, 'the seller has'),
    },
    {
      when: situation.reader === 'buyer' ? 'You wait' : 'You wait to ship',
      what: 'A bank transfer takes a few business days. You are notified when it has arrived.',
    },
    { when: 'Nothing arrives', what: `On ${dueTime(until)} the sale ends and nothing is charged.` },
  ],
});

export const nextWhileUnpaid = (situation: Situation): Next => {
  const settlement = dueAt(situation.sale, 'settlement');
  if (settlement) return processing(situation, settlement);
  const until = dueAt(situation.sale, 'paymentWindow');
  return situation.reader === 'buyer' ? asBuyer(situation, until) : asSeller(situation, until);
};
