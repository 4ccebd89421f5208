import { PAYOUT_RETRIES, RATING_PERIOD } from '../../policy.ts';
import type { Sale } from '../../sale.ts';
import type { Following, Step } from '../deciding.ts';
import { escalate, holdForStaff } from '../following.ts';
import { type FactOf, onRecord } from './recording.ts';

const isLive = ({ status, payout }: Sale, payoutId: string): boolean =>
  status === 'PAYOUT_INITIATED' && payout.id === payoutId;
const isPaid = ({ status, payout }: Sale, payoutId: string): boolean =>
  status === 'COMPLETED' && payout.id === payoutId;

/** Money moved where none was expected to: nothing more goes out before the staff have looked. */
const unexpected = (fact: { kind: string; payoutId: string; amount: number }, at: number): Step[] => [
  onRecord(fact, at, fact.payoutId, fact.amount),
  escalate(at, 'unexpectedPayout'),
  holdForStaff(at, 'the provider speaks of a payout that is not under way'),
];

export const payoutPaid = (fact: FactOf<'payout.paid'>, at: number, sale: Sale): Step[] => {
  const { payoutId, amount } = fact;
  if (isPaid(sale, payoutId)) return [];
  if (!isLive(sale, payoutId) || amount !== sale.payout.amount) return unexpected(fact, at);
  return [{ type: 'PayoutCompleted', data: { at, payoutId, amount, rateUntil: at + RATING_PERIOD } }];
};

/** A claim of the payer's bank is open on money that had left and is with us again: the staff decide. */
const heldForLateChargeback =
  (at: number): Following =>
  (sale) =>
    Object.values(sale.chargebacks).includes('lateOpen') ? holdForStaff(at, 'a chargeback is open')(sale) : [];

export const payoutFailed = (fact: FactOf<'payout.failed'>, at: number, sale: Sale): Step[] => {
  const { payoutId, reason, accountAtFault } = fact;
  // banks take days to send money back: a provider may have told it to be paid by then
  if (isPaid(sale, payoutId))
    return [
      { type: 'PayoutReturned', data: { at, payoutId, reason, amount: sale.payout.amount } },
      heldForLateChargeback(at),
    ];
  if (!isLive(sale, payoutId)) return [onRecord(fact, at, payoutId, null)];
  if (accountAtFault) return [{ type: 'PayoutRefused', data: { at, payoutId, reason } }, heldForLateChargeback(at)];
  const retryAfter = PAYOUT_RETRIES[sale.payout.failures];
  const retryAt = retryAfter === undefined ? null : at + retryAfter;
  const gaveUp = [escalate(at, 'payoutFailed'), holdForStaff(at, 'the payout failed again and again')];
  return [
    { type: 'PayoutFailed', data: { at, payoutId, reason, retryAt } },
    ...(retryAt === null ? gaveUp : [heldForLateChargeback(at)]),
  ];
};

/** A return that overtakes the news of the payment is a refusal. */
export const payoutReturned = (fact: FactOf<'payout.returned'>, at: number, sale: Sale): Step[] => {
  const { payoutId, reason, amount } = fact;
  if (isLive(sale, payoutId))
    return [{ type: 'PayoutRefused', data: { at, payoutId, reason } }, heldForLateChargeback(at)];
  if (isPaid(sale, payoutId) && amount === sale.payout.amount)
    return [{ type: 'PayoutReturned', data: { at, payoutId, reason, amount } }, heldForLateChargeback(at)];
  return unexpected(fact, at);
};
