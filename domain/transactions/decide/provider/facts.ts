import { record, reject } from '../../../shared/decider.ts';
import type { ProviderFact, SellerStanding } from '../../commands.ts';
import type { Sale } from '../../state.ts';
import { type Decide, facts, type Step } from '../deciding.ts';
import { chargeback } from './chargebacks.ts';
import { failed, paid, processing } from './payments.ts';
import { payoutFailed, payoutPaid, payoutReturned } from './payouts.ts';
import { onRecord } from './recording.ts';
import { refundDone, refundRefused } from './refunds.ts';

const meaningOf = (fact: ProviderFact, at: number, seller: SellerStanding, sale: Sale): Step[] => {
  switch (fact.kind) {
    case 'payment.processing':
      return processing(fact, at, sale);
    case 'payment.paid':
      return paid(fact, at, seller, sale);
    case 'payment.failed':
      return failed(fact, at, sale);
    case 'refund.done':
      return refundDone(fact, at, seller, sale);
    case 'refund.failed':
      return refundRefused(fact, at, sale);
    case 'payout.paid':
      return payoutPaid(fact, at, sale);
    case 'payout.failed':
      return payoutFailed(fact, at, sale);
    case 'payout.returned':
      return payoutReturned(fact, at, sale);
    case 'chargeback.opened':
    case 'chargeback.won':
    case 'chargeback.lost':
      return chargeback(fact, at, seller, sale);
    case 'other':
      return [onRecord({ kind: fact.name }, at, fact.reference, fact.amount)];
  }
};

/** Never refused: what the provider says has happened. An unexpected fact is kept as what it is, and money sent back or watched. */
export const recordProviderFact: Decide<'RecordProviderFact'> = (command, sale) => {
  const { by, at, fact, seller } = command;
  if (by.role !== 'provider' && by.role !== 'system') return reject({ code: 'notYourTransaction' });
  return record(...facts(sale, ...meaningOf(fact, at, seller, sale)));
};
