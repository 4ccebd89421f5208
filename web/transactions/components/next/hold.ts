import { whom } from '#domain/notifications/decisionText.ts';
import { bankAsks, begun, hold, shipment } from '#domain/notifications/moneyText.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { aboutOf, sentenceOf } from '../../../ui/moneySentences.ts';
import type { Next, Outcome, Situation } from './next.ts';

const bank = ({ sale: transaction }: Situation): Pick<Next, 'title' | 'lead'> => ({
  title: 'On hold: the bank opened a chargeback',
  lead: `${begun(bankAsks(aboutOf(transaction)))}. ${sentenceOf(hold, transaction)}`,
});

const office = ({ sale: transaction }: Situation): Pick<Next, 'title' | 'lead'> => ({
  title: 'On hold: our staff are reviewing it',
  lead: `Our staff have stopped this sale while they review it. ${sentenceOf(hold, transaction)}`,
});

/** `ifFails`: what follows if the bank decides for the seller, as the end of a sentence. */
export const bankDecides = ({ sale: transaction, reader }: Situation, ifFails: string): string => {
  const claimed = aboutOf(transaction).claimed ?? 'the whole payment';
  return `If it decides for ${whom('buyer', reader)}, ${claimed} goes back to ${whom('buyer', reader)} through the bank. Otherwise ${ifFails}`;
};

const ends = ({ sale: transaction, money, reader }: Situation, byBank: boolean): Outcome => {
  const buyer = whom('buyer', reader);
  // A seller never ships for less than agreed, so the rest is refunded.
  const ships = money.toSeller
    ? `the sale continues, and ${reader === 'seller' ? 'you have' : 'the seller has'} ${termsOf(transaction).shipment} to ship again`
    : `the rest goes back to ${buyer}`;
  const goesOn = transaction.status === 'AWAIT_SHIPPING' ? ships : 'the sale continues from where it stopped';
  return byBank
    ? {
        when: 'The bank decides',
        what: `If the chargeback fails, ${goesOn}. Otherwise ${aboutOf(transaction).claimed ?? 'it'} goes back to ${buyer} through the bank.`,
      }
    : {
        when: 'Our staff decide',
        what: `They lift the hold and ${goesOn}, or divide the money and tell you both why.`,
      };
};

const meanwhile = ({ sale: transaction, reader }: Situation, byBank: boolean): Outcome => {
  if (reader === 'seller' && transaction.status === 'AWAIT_SHIPPING')
    return { when: 'You wait', what: sentenceOf(shipment, transaction) };
  if (reader === 'buyer' && byBank)
    return { when: 'It was a mistake', what: 'Ask your bank to withdraw the chargeback, and the hold ends.' };
  return { when: 'You wait', what: 'You do not have to do anything. We email you when the sale continues.' };
};

/** A chargeback or a staff hold has stopped the transaction. */
export const nextOnHold = (situation: Situation): Next => {
  const byBank = situation.sale.holds.includes('chargeback');
  return {
    ...(byBank ? bank(situation) : office(situation)),
    until: null,
    outcomes: [
      ends(situation, byBank),
      meanwhile(situation, byBank),
      {
        when: 'If nothing happens',
        what: byBank
          ? 'Banks take several weeks. Our staff follow the case.'
          : 'It stays in our staff’s queue until it is settled.',
      },
    ],
  };
};

/** The stream is quarantined: no command and no deadline runs. */
export const nextInQuarantine: Next = {
  title: 'We are looking at this sale',
  lead: 'One of its records is inconsistent, so we have stopped the sale until our staff repair it. The money stays where it is.',
  until: null,
  outcomes: [
    { when: 'It is repaired', what: 'The sale continues from where it stopped.' },
    { when: 'You wait', what: 'You do not have to do anything.' },
    { when: 'A deadline comes', what: 'It waits until the sale continues.' },
  ],
};
