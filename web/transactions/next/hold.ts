import { bankAsks, begun, hold, shipment } from '#domain/telling/moneyWords.ts';
import { termsOf } from '#domain/transactions/termWords.ts';
import { aboutOf, sentenceOf } from '../../ui/moneySentences.ts';
import { whom } from '../whom.ts';
import type { Next, Outcome, Situation } from './next.ts';

const bank = ({ sale }: Situation): Pick<Next, 'title' | 'lead'> => ({
  title: 'On hold: the bank asks the payment back',
  lead: `${begun(bankAsks(aboutOf(sale)))}. ${sentenceOf(hold, sale)}`,
});

const office = ({ sale }: Situation): Pick<Next, 'title' | 'lead'> => ({
  title: 'On hold: our staff look at it',
  lead: `Our staff have stopped this sale while they look at it. ${sentenceOf(hold, sale)}`,
});

const ends = ({ sale, money, reader }: Situation, byBank: boolean): Outcome => {
  const buyer = whom('buyer', reader);
  // nobody ships for less than was agreed: what a bank has left of it goes back
  const ships = money.toSeller
    ? `the sale goes on, and ${reader === 'seller' ? 'you have' : 'the seller has'} ${termsOf(sale).shipment} to ship again`
    : `the rest goes back to ${buyer}`;
  const goesOn = sale.status === 'AWAIT_SHIPPING' ? ships : 'the sale goes on from where it stood';
  return byBank
    ? {
        when: 'The bank decides',
        what: `If the payment stays, ${goesOn}. If not, ${aboutOf(sale).claimed ?? 'it'} goes back to ${buyer} through the bank.`,
      }
    : {
        when: 'Our staff decide',
        what: `They lift the hold and ${goesOn}, or divide the money and tell you both why.`,
      };
};

const meanwhile = ({ sale, reader }: Situation, byBank: boolean): Outcome => {
  if (reader === 'seller' && sale.status === 'AWAIT_SHIPPING')
    return { when: 'You wait', what: sentenceOf(shipment, sale) };
  if (reader === 'buyer' && byBank)
    return { when: 'It was a mistake', what: 'Tell your bank to withdraw its request, and the hold ends.' };
  return { when: 'You wait', what: 'Nothing is asked of you. You are told by mail when it goes on.' };
};

/** A bank that asks the payment back, or our staff, have stopped the sale. */
export const nextOnHold = (situation: Situation): Next => {
  const byBank = situation.sale.holds.includes('chargeback');
  return {
    ...(byBank ? bank(situation) : office(situation)),
    until: null,
    outcomes: [
      ends(situation, byBank),
      meanwhile(situation, byBank),
      {
        when: 'Nobody acts',
        what: byBank
          ? 'Banks take some weeks. Our staff follow it.'
          : 'It stays in our staff’s queue until it is settled.',
      },
    ],
  };
};

/** A record of the sale does not add up: nobody can do anything, and nothing happens by itself. */
export const nextInQuarantine: Next = {
  title: 'We are looking at this sale',
  lead: 'Something in its records does not add up, so we have stopped it until our staff have put it right. The money stays where it is.',
  until: null,
  outcomes: [
    { when: 'It is put right', what: 'The sale goes on from where it stood.' },
    { when: 'You wait', what: 'Nothing is asked of you.' },
    { when: 'A deadline comes', what: 'It waits until the sale goes on.' },
  ],
};
