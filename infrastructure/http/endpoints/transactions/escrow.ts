import type { z } from 'zod';
import {
  acceptSums,
  approveReturn,
  contestDispute,
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
import {
  askParty,
  closeCase,
  confirmDecision,
  confirmOutside,
  DECISION_DRAFTED,
  DECISION_PROPOSED,
  endChargeback,
  OUTSIDE_PROPOSED,
  rejectDecision,
  rejectOutside,
  settleOutside,
} from '#application/contract/staff.ts';
import { transactionChanged } from '#application/contract/transactions.ts';
import type { TransactionRequest } from '#application/transactions/transactions.ts';
import { access } from '#domain/access/access.ts';
import { hasPayoutBegun, needsSecondPerson, type Transaction } from '#domain/transactions/state.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';
import { transactionAnswers } from './transactionAnswers.ts';

/** POST transaction/{id}/{path}: the commands of the escrow chart that the seeds give no path of their own. */
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

  return [
    plain(
      'resumeEscrow',
      'resume-escrow',
      'The buyer ends the pause',
      { type: 'ResumeEscrow' },
      'Escrow period has been resumed.',
    ),

    saying(
      'openDispute',
      'dispute',
      'Open a dispute; once the payout has begun, a claim for staff',
      openDispute,
      (said) => ({ type: 'OpenDispute', ...said }),
      (transaction) => (hasPayoutBegun(transaction) ? 'Your claim is with our staff' : 'Dispute opened'),
    ),
    plain(
      'withdrawDispute',
      'dispute/withdraw',
      'The buyer withdraws it',
      { type: 'WithdrawDispute' },
      'Dispute withdrawn',
    ),
    saying(
      'acceptClaim',
      'dispute/accept',
      'The seller accepts the claim, with the sums that were shown',
      acceptSums,
      (shown) => ({ type: 'AcceptClaim', ...shown }),
      'Claim accepted',
    ),
    saying(
      'contestDispute',
      'dispute/contest',
      'The seller contests the claim',
      contestDispute,
      (said) => ({ type: 'ContestDispute', ...said }),
      'Claim contested',
    ),
    saying(
      'offerSettlement',
      'dispute/offer',
      'The seller offers a part back',
      offerSettlement,
      (said) => ({ type: 'OfferSettlement', ...said }),
      'Settlement offered',
    ),
    saying(
      'acceptSettlement',
      'dispute/accept-offer',
      'The buyer accepts the offer, with the sums that were shown',
      acceptSums,
      (shown) => ({ type: 'AcceptSettlement', ...shown }),
      'Settlement accepted',
    ),
    plain(
      'refuseSettlement',
      'dispute/refuse-offer',
      'The buyer refuses the offer',
      { type: 'RefuseSettlement' },
      'Settlement refused',
    ),

    saying(
      'addStatement',
      'dispute/statement',
      'Either party adds a statement, until it is decided',
      giveStatement,
      (said) => ({ type: 'GiveStatement', ...said }),
      'Statement added',
    ),
    saying(
      'appealDecision',
      'dispute/appeal',
      'The buyer appeals against a decision whose money is still held',
      giveStatement,
      (said) => ({ type: 'AppealDecision', ...said }),
      'Decision appealed',
    ),

    saying(
      'requestReturn',
      'return',
      'The buyer asks to return the item',
      requestReturn,
      (said) => ({ type: 'RequestReturn', ...said }),
      'Return requested',
    ),
    saying(
      'approveReturn',
      'return/approve',
      'The seller approves the return, and says where to send it and who pays for that',
      approveReturn,
      (said) => ({ type: 'ApproveReturn', ...said }),
      'Return approved',
    ),
    saying(
      'giveReturnAddress',
      'return/address',
      'The seller says where to send a return that was approved without an address',
      giveReturnAddress,
      (said) => ({ type: 'GiveReturnAddress', ...said }),
      'Return address given',
    ),
    saying(
      'refuseReturn',
      'return/refuse',
      'The seller refuses the return',
      refuseReturn,
      (said) => ({ type: 'RefuseReturn', ...said }),
      'Return refused',
    ),
    saying(
      'confirmReturnShipment',
      'return/shipped',
      'The buyer has shipped it back',
      shipReturn,
      (said) => ({ type: 'ShipReturn', ...said }),
      'Return shipment confirmed',
    ),
    plain(
      'confirmReturnReceived',
      'return/received',
      'The seller has it back',
      { type: 'ConfirmReturnReceived' },
      'Return received',
    ),
    saying(
      'rejectReturn',
      'return/reject',
      'The seller rejects what came back, or says that nothing did',
      rejectReturn,
      (said) => ({ type: 'RejectReturn', ...said }),
      'Return rejected',
    ),

    saying(
      'decideDispute',
      'dispute/decide',
      'Staff decide, with a rationale',
      decideDispute,
      (said) => ({ type: 'DecideDispute', ...said }),
      (transaction) => {
        if (!transaction.proposed) return 'Dispute decided';
        return needsSecondPerson(transaction) ? DECISION_PROPOSED : DECISION_DRAFTED;
      },
      access.sale.do.decide,
    ),
    saying(
      'confirmDecision',
      'dispute/confirm-decision',
      'A second member of staff confirms it',
      confirmDecision,
      (said) => ({ type: 'ConfirmDecision', ...said }),
      'Decision confirmed',
      access.sale.do.decide,
    ),
    saying(
      'rejectDecision',
      'dispute/reject-decision',
      'Another rejects it, or who proposed it takes it back',
      rejectDecision,
      (said) => ({ type: 'RejectDecision', ...said }),
      'Decision rejected',
      access.sale.do.decide,
    ),
    saying(
      'askParty',
      'dispute/ask',
      'Staff ask a party something, with days to answer',
      askParty,
      (said) => ({ type: 'AskParty', ...said }),
      'Question asked',
      access.sale.do.decide,
    ),
    saying(
      'closeCase',
      'case/close',
      'Staff have dealt with what no fact of the sale ends',
      closeCase,
      (said) => ({ type: 'CloseCase', ...said }),
      'Case closed',
      access.sale.do.decide,
    ),
    saying(
      'endChargeback',
      'chargeback/end',
      'Staff end a chargeback whose end is never heard',
      endChargeback,
      (said) => ({ type: 'EndChargeback', ...said }),
      'Chargeback ended',
      access.sale.do.decide,
    ),
    saying(
      'proposeOutsideSettlement',
      'outside/settle',
      'Staff have paid by bank transfer what cannot go through the payment provider; the sum is what the sale owes',
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
      'A second member of staff confirms the bank transfer',
      confirmOutside,
      (said) => ({ type: 'ConfirmOutsideSettlement', ...said }),
      'Bank transfer confirmed',
      access.sale.do.decide,
    ),
    saying(
      'rejectOutsideSettlement',
      'outside/reject',
      'Another rejects it, or who proposed it takes it back',
      rejectOutside,
      (said) => ({ type: 'RejectOutsideSettlement', ...said }),
      'Bank transfer rejected',
      access.sale.do.decide,
    ),
    saying(
      'retryRefund',
      'refund/retry',
      'Staff try failed refunds again',
      retryRefund,
      (said) => ({ type: 'RetryRefund', ...said }),
      'Refund is tried again',
      access.sale.do.decide,
    ),
    saying(
      'placeHold',
      'hold',
      'Staff hold the money',
      staffHold,
      (said) => ({ type: 'PlaceStaffHold', ...said }),
      'Hold placed',
      access.sale.do.decide,
    ),
    saying(
      'liftHold',
      'hold/lift',
      'Staff lift their hold',
      staffHold,
      (said) => ({ type: 'LiftStaffHold', ...said }),
      'Hold lifted',
      access.sale.do.decide,
    ),
  ];
};
