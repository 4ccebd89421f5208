import { escrowRuns } from '#domain/telling/moneyWords.ts';
import { termsOf } from '#domain/transactions/termWords.ts';
import { formatCents } from '../../ui/money.ts';
import { aboutOf, aheadIn } from '../../ui/moneySentences.ts';
import type { Next, Outcome, Situation } from './next.ts';

const asSeller = ({ sale, money }: Situation): [Outcome, Outcome] => [
  { when: 'You confirm shipment', what: escrowRuns(aboutOf(sale), formatCents(money.toSeller)) },
  { when: 'You cancel', what: `The buyer gets ${formatCents(money.back)} back, fee included.` },
];

const asBuyer = ({ sale, money }: Situation): [Outcome, Outcome] => [
  { when: 'The seller ships', what: escrowRuns(aboutOf(sale), 'The money') },
  sale.allowed.includes('Cancel')
    ? {
        when: 'You cancel',
        what: `Possible within ${termsOf(sale).cancellation} of paying. You get ${formatCents(money.back)} back.`,
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
    outcomes: [...(seller ? asSeller : asBuyer)(situation), { when: 'Nobody acts', what: follows }],
  };
};
