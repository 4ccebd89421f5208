import { record, reject } from '../../../shared/decider.ts';
import type { ProviderEvent, SellerStanding } from '../../commands.ts';
import type { Transaction } from '../../state.ts';
import { type Decide, events, type Step } from '../deciding.ts';
import { chargeback } from './chargebacks.ts';
import { failed, paid, processing } from './payments.ts';
import { payoutFailed, payoutPaid, payoutReturned } from './payouts.ts';
import { onRecord } from './recording.ts';
import { refundDone, refundRefused } from './refunds.ts';

const meaningOf = (event: ProviderEvent, at: number, seller: SellerStanding, transaction: Transaction): Step[] => {
  switch (event.kind) {
    case 'payment.processing':
      return processing(event, at, transaction);
    case 'payment.paid':
      return paid(event, at, seller, transaction);
    case 'payment.failed':
      return failed(event, at, transaction);
    case 'refund.done':
      return refundDone(event, at, seller, transaction);
    case 'refund.failed':
      return refundRefused(event, at, transaction);
    case 'payout.paid':
      return payoutPaid(event, at, transaction);
    case 'payout.failed':
      return payoutFailed(event, at, transaction);
    case 'payout.returned':
      return payoutReturned(event, at, transaction);
    case 'chargeback.opened':
    case 'chargeback.won':
    case 'chargeback.lost':
      return chargeback(event, at, seller, transaction);
    case 'other':
      return [onRecord({ kind: event.name }, at, event.reference, event.amount)];
  }
};

/** A provider's statement is never refused, because it has happened. An unexpected one is recorded; its money goes back or to staff. */
export const recordProviderEvent: Decide<'RecordProviderFact'> = (command, transaction) => {
  const { by, at, fact: event, seller } = command;
  if (by.role !== 'provider' && by.role !== 'system') return reject({ code: 'notYourTransaction' });
  return record(...events(transaction, ...meaningOf(event, at, seller, transaction)));
};
