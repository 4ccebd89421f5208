import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import type { ProviderEvent, TransactionCommand } from '../commands.ts';
import { divideAsAgreed, mostToDivide } from '../division.ts';
import { heldMoney, type Transaction } from '../state.ts';

/** All that was held stays all that is held; any other sum stays, up to what can be divided. */
const sumNow = (sum: Cents, then: Transaction, now: Transaction): Cents =>
  sum === heldMoney(then) ? heldMoney(now) : Math.min(sum, Math.max(mostToDivide(now), 0));

/** The sum that was requested, of a refund or a payout. */
const asked = (id: string, { refund, duplicates, payoutAttempts }: Transaction): Cents | undefined =>
  refund?.id === id
    ? refund.amount
    : (Object.values(duplicates).find(({ refundId }) => refundId === id)?.amount ?? payoutAttempts[id]?.asked);

/** People pay what is asked of them, and the provider moves what it is asked to move. */
const factNow = (fact: ProviderEvent, then: Transaction, now: Transaction, later: number): ProviderEvent => {
  const told = { ...fact, occurredAt: fact.occurredAt + later };
  switch (told.kind) {
    case 'payment.paid':
      return told.captured === then.total ? { ...told, captured: now.total ?? told.captured } : told;
    case 'refund.done':
      return told.amount === asked(told.refundId, then)
        ? { ...told, amount: asked(told.refundId, now) ?? told.amount }
        : told;
    case 'payout.paid':
    case 'payout.returned':
      return told.amount === asked(told.payoutId, then)
        ? { ...told, amount: asked(told.payoutId, now) ?? told.amount }
        : told;
    case 'chargeback.opened':
    case 'chargeback.won':
    case 'chargeback.lost':
      return told.amount === then.captured ? { ...told, amount: now.captured } : told;
    default:
      return told;
  }
};

/** The same command in another state: based on it, about its proposals, over its sums. `then`: the state it was given in. */
export const adapted = (
  command: TransactionCommand,
  at: Instant,
  then: Transaction,
  now: Transaction,
): TransactionCommand => {
  const later = at - command.at;
  const moved = { ...command, at, ...('basedOn' in command && { basedOn: now.revision }) } as TransactionCommand;
  switch (moved.type) {
    case 'RecordProviderFact':
      return { ...moved, fact: factNow(moved.fact, then, now, later) };
    case 'OpenDispute':
      return { ...moved, claim: moved.claim === 0 ? 0 : sumNow(moved.claim, then, now) };
    case 'DecideDispute':
      return { ...moved, toBuyer: sumNow(moved.toBuyer, then, now) };
    case 'CounterDecision':
      return {
        ...moved,
        toBuyer: sumNow(moved.toBuyer, then, now),
        decisionId: now.proposed?.id ?? moved.decisionId,
      };
    case 'OfferSettlement':
      return { ...moved, toBuyer: sumNow(moved.toBuyer, then, now) };
    case 'AcceptClaim':
      return { ...moved, ...divideAsAgreed(now, now.claim?.amount ?? 0) };
    case 'AcceptSettlement':
      return { ...moved, ...divideAsAgreed(now, now.offer?.toBuyer ?? 0) };
    case 'ConfirmDecision':
    case 'RejectDecision':
      return { ...moved, decisionId: now.proposed?.id ?? moved.decisionId };
    case 'ConfirmOutsideSettlement':
    case 'RejectOutsideSettlement':
    case 'CounterOutsideSettlement':
      return { ...moved, settlementId: now.outside.proposed?.id ?? moved.settlementId };
    case 'ConfirmChargebackEnd':
    case 'RejectChargebackEnd':
    case 'CounterChargebackEnd':
      return { ...moved, endId: now.chargebacks[moved.chargebackId]?.ending?.id ?? moved.endId };
    default:
      return moved;
  }
};
