import type { z } from 'zod';
import {
  askParty,
  closeCase,
  confirmDecision,
  confirmOutside,
  counterOutside,
  DECISION_DRAFTED,
  DECISION_PROPOSED,
  endChargeback,
  OUTSIDE_PROPOSED,
  rejectDecision,
  rejectOutside,
  settleOutside,
} from '#application/contract/cases.ts';
import {
  CHARGEBACK_END_PROPOSED,
  confirmChargebackEnd,
  counterChargebackEnd,
  rejectChargebackEnd,
} from '#application/contract/chargebacks.ts';
import { bookDifference, DIFFERENCE_PROPOSED } from '#application/contract/differences.ts';
import {
  acceptSums,
  approveReturn,
  contestDispute,
  counterDecision,
  decideDispute,
  giveReturnAddress,
  giveStatement,
  offerSettlement,
  openDispute,
  refuseReturn,
  rejectReturn,
  requestReturn,
  retryRefund,
  shipReturn,
  staffHold,
} from '#application/contract/escrow.ts';
import { transactionChanged } from '#application/contract/transactions.ts';
import type { TransactionRequest } from '#application/transactions/transactions.ts';
import { access } from '#domain/access/access.ts';
import { isDifferencePending } from '#domain/transactions/differences.ts';
import { hasPayoutBegun, needsSecondPerson, pendingEnds, type Transaction } from '#domain/transactions/state.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';
import { transactionAnswers } from './transactionAnswers.ts';

/** POST transaction/{id}/{path}: the escrow commands for which the specification gives no path. */
export const escrowEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { changed } = transactionAnswers(deps);
  const shared = { method: 'post', tag: 'Escrow', params: idParameter, response: transactionChanged } as const;
  const limit = 'dealing';

  const plain = (operationId: string, path: string, summary: string, request: TransactionRequest, message: string) =>
    endpoint({
      ...shared,
      path: `transaction/{id}/${path}`,
      operationId,
      summary,
      may: access.sale.do.act,
      limit,
      handle: (call) => changed(call, request, message),
    });
  const saying = <Body extends z.ZodType>(
    operationId: string,
    path: string,
    summary: string,
    body: Body,
    request: (said: z.output<Body>) => TransactionRequest,
    message: string | ((transaction: Transaction) => string),
    may: typeof access.sale.do.act | typeof access.sale.do.decide = access.sale.do.act,
  ) =>
    endpoint({
      ...shared,
      path: `transaction/{id}/${path}`,
      operationId,
      summary,
      may,
      body,
      ...(may === access.sale.do.act && { limit }),
      handle: (call) => changed(call, request(call.body as z.output<Body>), message),
    });

  const decidedOrProposed = (transaction: Transaction): string => {
    if (!transaction.proposed) return 'Decision made';
    return needsSecondPerson(transaction) ? DECISION_PROPOSED : DECISION_DRAFTED;
  };

  return [
    plain(
      'resumeEscrow',
      'resume-escrow',
      'End the pause of the escrow period, as the buyer',
      { type: 'ResumeEscrow' },
      'Escrow period has been resumed.',
    ),

    saying(
      'openDispute',
      'dispute',
      'Open a dispute; after the start of the payout, a late claim for staff',
      openDispute,
      (said) => ({ type: 'OpenDispute', ...said }),
      (transaction) => (hasPayoutBegun(transaction) ? 'Your claim is with our staff' : 'Dispute opened'),
    ),
    plain(
      'withdrawDispute',
      'dispute/withdraw',
      'Withdraw a dispute, as the buyer',
      { type: 'WithdrawDispute' },
      'Dispute withdrawn',
    ),
    saying(
      'acceptClaim',
      'dispute/accept',
      'Accept the claim with the amounts shown, as the seller',
      acceptSums,
      (shown) => ({ type: 'AcceptClaim', ...shown }),
      'Claim accepted',
    ),
    saying(
      'contestDispute',
      'dispute/contest',
      'Contest the claim, as the seller',
      contestDispute,
      (said) => ({ type: 'ContestDispute', ...said }),
      'Claim contested',
    ),
    saying(
      'offerSettlement',
      'dispute/offer',
      'Offer a partial refund, as the seller',
      offerSettlement,
      (said) => ({ type: 'OfferSettlement', ...said }),
      'Settlement offered',
    ),
    saying(
      'acceptSettlement',
      'dispute/accept-offer',
      'Accept a settlement offer with the amounts shown, as the buyer',
      acceptSums,
      (shown) => ({ type: 'AcceptSettlement', ...shown }),
      'Settlement accepted',
    ),
    plain(
      'refuseSettlement',
      'dispute/refuse-offer',
      'Refuse a settlement offer, as the buyer',
      { type: 'RefuseSettlement' },
      'Settlement refused',
    ),

    saying(
      'addStatement',
      'dispute/statement',
      'Add a statement to a dispute, as either party, until the decision',
      giveStatement,
      (said) => ({ type: 'GiveStatement', ...said }),
      'Statement added',
    ),
    saying(
      'appealDecision',
      'dispute/appeal',
      'Appeal a decision while its money is still held, as the party that lost it',
      giveStatement,
      (said) => ({ type: 'AppealDecision', ...said }),
      'Decision appealed',
    ),

    saying(
      'requestReturn',
      'return',
      'Request a return, as the buyer',
      requestReturn,
      (said) => ({ type: 'RequestReturn', ...said }),
      'Return requested',
    ),
    saying(
      'approveReturn',
      'return/approve',
      'Approve a return with its address and who pays the postage, as the seller',
      approveReturn,
      (said) => ({ type: 'ApproveReturn', ...said }),
      'Return approved',
    ),
    saying(
      'giveReturnAddress',
      'return/address',
      'Give the address of a return that was approved without one, as the seller',
      giveReturnAddress,
      (said) => ({ type: 'GiveReturnAddress', ...said }),
      'Return address given',
    ),
    saying(
      'refuseReturn',
      'return/refuse',
      'Refuse a return, as the seller',
      refuseReturn,
      (said) => ({ type: 'RefuseReturn', ...said }),
      'Return refused',
    ),
    saying(
      'confirmReturnShipment',
      'return/shipped',
      'Confirm the shipment of a return, as the buyer',
      shipReturn,
      (said) => ({ type: 'ShipReturn', ...said }),
      'Return shipment confirmed',
    ),
    plain(
      'confirmReturnReceived',
      'return/received',
      'Confirm the receipt of a return, as the seller',
      { type: 'ConfirmReturnReceived' },
      'Return received',
    ),
    saying(
      'rejectReturn',
      'return/reject',
      'Reject a returned item or report that none arrived, as the seller',
      rejectReturn,
      (said) => ({ type: 'RejectReturn', ...said }),
      'Return rejected',
    ),

    saying(
      'decideDispute',
      'dispute/decide',
      'Decide a dispute, with a rationale',
      decideDispute,
      (said) => ({ type: 'DecideDispute', ...said }),
      decidedOrProposed,
      access.sale.do.decide,
    ),
    saying(
      'confirmDecision',
      'dispute/confirm-decision',
      'Confirm a proposed decision, as a second staff member',
      confirmDecision,
      (said) => ({ type: 'ConfirmDecision', ...said }),
      'Decision confirmed',
      access.sale.do.decide,
    ),
    saying(
      'rejectDecision',
      'dispute/reject-decision',
      'Reject a proposed decision, or withdraw your own',
      rejectDecision,
      (said) => ({ type: 'RejectDecision', ...said }),
      'Decision rejected',
      access.sale.do.decide,
    ),
    saying(
      'counterDecision',
      'dispute/counter-decision',
      'Reject a proposed decision and propose another one instead, as a second staff member',
      counterDecision,
      (said) => ({ type: 'CounterDecision', ...said }),
      decidedOrProposed,
      access.sale.do.decide,
    ),
    saying(
      'askParty',
      'dispute/ask',
      'Ask the buyer or seller a question, with days to answer',
      askParty,
      (said) => ({ type: 'AskParty', ...said }),
      'Question asked',
      access.sale.do.decide,
    ),
    saying(
      'closeCase',
      'case/close',
      'Close a case that no event of the transaction closes',
      closeCase,
      (said) => ({ type: 'CloseCase', ...said }),
      'Case closed',
      access.sale.do.decide,
    ),
    saying(
      'endChargeback',
      'chargeback/end',
      'End a chargeback whose outcome the provider never reports',
      endChargeback,
      (said) => ({ type: 'EndChargeback', ...said }),
      (transaction) => (pendingEnds(transaction).length > 0 ? CHARGEBACK_END_PROPOSED : 'Chargeback ended'),
      access.sale.do.decide,
    ),
    saying(
      'confirmChargebackEnd',
      'chargeback/end/confirm',
      'Confirm a proposed end of a chargeback, as a second staff member',
      confirmChargebackEnd,
      (said) => ({ type: 'ConfirmChargebackEnd', ...said }),
      'Chargeback ended',
      access.sale.do.decide,
    ),
    saying(
      'rejectChargebackEnd',
      'chargeback/end/reject',
      'Reject a proposed end of a chargeback, or withdraw your own',
      rejectChargebackEnd,
      (said) => ({ type: 'RejectChargebackEnd', ...said }),
      'End of the chargeback rejected',
      access.sale.do.decide,
    ),
    saying(
      'counterChargebackEnd',
      'chargeback/end/counter',
      'Reject a proposed end of a chargeback and propose the other outcome instead, as a second staff member',
      counterChargebackEnd,
      (said) => ({ type: 'CounterChargebackEnd', ...said }),
      CHARGEBACK_END_PROPOSED,
      access.sale.do.decide,
    ),
    saying(
      'proposeOutsideSettlement',
      'outside/settle',
      'Record a bank transfer for money that cannot go through the payment provider; the amount is what we owe',
      settleOutside,
      ({ paymentId, ...said }) => ({
        type: 'SettleOutsideProvider',
        ...said,
        ...(paymentId !== undefined && { paymentId }),
      }),
      (transaction) => (transaction.outside.proposed ? OUTSIDE_PROPOSED : 'Bank transfer recorded'),
      access.sale.do.decide,
    ),
    saying(
      'confirmOutsideSettlement',
      'outside/confirm',
      'Confirm a proposed bank transfer, as a second staff member',
      confirmOutside,
      (said) => ({ type: 'ConfirmOutsideSettlement', ...said }),
      'Bank transfer confirmed',
      access.sale.do.decide,
    ),
    saying(
      'rejectOutsideSettlement',
      'outside/reject',
      'Reject a proposed bank transfer, or withdraw your own',
      rejectOutside,
      (said) => ({ type: 'RejectOutsideSettlement', ...said }),
      'Bank transfer rejected',
      access.sale.do.decide,
    ),
    saying(
      'counterOutsideSettlement',
      'outside/counter',
      'Reject a proposed bank transfer and propose another one instead, as a second staff member',
      counterOutside,
      ({ paymentId, ...said }) => ({
        type: 'CounterOutsideSettlement',
        ...said,
        ...(paymentId !== undefined && { paymentId }),
      }),
      OUTSIDE_PROPOSED,
      access.sale.do.decide,
    ),
    saying(
      'bookDifference',
      'difference/book',
      'Book what the provider took beyond our records as our loss; the amount comes from the reconciliation',
      bookDifference,
      (said) => ({ type: 'BookDifference', ...said }),
      (transaction) => (isDifferencePending(transaction) ? DIFFERENCE_PROPOSED : 'Difference booked'),
      access.sale.do.decide,
    ),
    saying(
      'retryRefund',
      'refund/retry',
      'Retry failed refunds',
      retryRefund,
      (said) => ({ type: 'RetryRefund', ...said }),
      'Refund is tried again',
      access.sale.do.decide,
    ),
    saying(
      'placeHold',
      'hold',
      'Place a staff hold on the money',
      staffHold,
      (said) => ({ type: 'PlaceStaffHold', ...said }),
      'Hold placed',
      access.sale.do.decide,
    ),
    saying(
      'liftHold',
      'hold/lift',
      'Lift a staff hold',
      staffHold,
      (said) => ({ type: 'LiftStaffHold', ...said }),
      'Hold lifted',
      access.sale.do.decide,
    ),
  ];
};
