import { escrowRuns } from '#domain/notifications/moneyText.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { formatCents } from '../../../ui/money.ts';
import { aboutOf, aheadIn } from '../../../ui/moneySentences.ts';
import type { Next, Outcome, Situation } from './next.ts';

const asSeller = ({ sale: transaction, money }: Situation): [Outcome, Outcome] => [
  { when: 'You confirm shipment', what: escrowRuns(aboutOf(transaction), formatCents(money.toSeller)) },
  { when: 'You cancel', what: `The buyer gets ${formatCents(money.back)} back, fee included.` },
];

const asBuyer = ({ sale: transaction, money }: Situation): [Outcome, Outcome] => [
  { when: 'The seller ships', what: escrowRuns(aboutOf(transaction), 'The money') },
  transaction.allowed.includes('Cancel')
    ? {
        when: 'You cancel',
        what: `Possible within ${termsOf(transaction).cancellation} of paying. You get ${formatCents(money.back)} back.`,
      }
    : { when: 'You wait', what: 'Nothing to do. You are notified when the parcel is on its way.' },
];

export const nextWhileAwaitingShipment = (situation: Situation): Next => {
  const { by, follows, until } = aheadIn(situation.sale, 'shipment');
  const seller = situation.reader === 'seller';
  return {
    title: seller ? 'Paid and waiting for your parcel' : 'Paid and held in escrow',
    lead: by,
    until,
    outcomes: [...(seller ? asSeller : asBuyer)(situation), { when: 'If nothing happens', what: follows }],
  };
};
