import { onceHeld } from '#domain/notifications/moneyText.ts';
import { formatCents } from '../../../ui/money.ts';
import { aboutOf, aheadIn } from '../../../ui/moneySentences.ts';
import type { Next, Outcome, Situation } from './next.ts';

const ifPaid = ({ sale: transaction, money }: Situation, when: string): Outcome => ({
  when,
  what: onceHeld(aboutOf(transaction), money.shipping === null ? 'The total' : formatCents(money.total)),
});

const asBuyer = (situation: Situation): Next => {
  const { by, follows, until } = aheadIn(situation.sale, 'paymentWindow');
  return {
    title: situation.sale.status === 'PAYMENT_FAILED' ? 'Your payment did not go through' : 'Waiting for your payment',
    lead: until ? by : 'Nothing has been charged yet.',
    until,
    outcomes: [
      ifPaid(situation, situation.sale.status === 'CREATED' ? 'You enter an address and pay' : 'You pay'),
      { when: 'You cancel', what: 'The listing is no longer reserved for you. Nothing is charged.' },
      { when: 'If nothing happens', what: follows },
    ],
  };
};

const asSeller = (situation: Situation): Next => {
  const { by, follows, until } = aheadIn(situation.sale, 'paymentWindow');
  return {
    title: 'Waiting for the buyer’s payment',
    lead: until ? by : 'Reserved for the buyer.',
    until,
    outcomes: [
      ifPaid(situation, 'The buyer pays'),
      { when: 'You cancel', what: 'The purchase ends. Nothing has been charged.' },
      { when: 'If nothing happens', what: follows },
    ],
  };
};

/** The bank is processing the payment (SEPA, bank transfer): the payment window no longer applies. */
const processing = (situation: Situation, { by, follows, until }: ReturnType<typeof aheadIn>): Next => ({
  title: 'The bank is processing the payment',
  lead: by,
  until,
  outcomes: [
    ifPaid(situation, 'The money arrives'),
    {
      when: situation.reader === 'buyer' ? 'You wait' : 'You wait to ship',
      what: 'A bank transfer takes a few business days. You are notified when it has arrived.',
    },
    { when: 'Nothing arrives', what: follows },
  ],
});

export const nextWhileUnpaid = (situation: Situation): Next => {
  const settlement = aheadIn(situation.sale, 'settlement');
  if (settlement.until) return processing(situation, settlement);
  return situation.reader === 'buyer' ? asBuyer(situation) : asSeller(situation);
};
