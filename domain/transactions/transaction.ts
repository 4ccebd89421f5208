import type { Decider } from '../shared/decider.ts';
import type { TransactionCommand, TransactionRejection } from './commands.ts';
import { cancel, createTransaction, openCheckout, setShipping } from './decide/buying.ts';
import { fireDeadline } from './decide/deadlines.ts';
import type { Decide, Decision } from './decide/deciding.ts';
import * as decisions from './decide/decisions.ts';
import * as disputes from './decide/disputes.ts';
import { liftStaffHold, placeStaffHold, retryRefund } from './decide/holding.ts';
import { initiatePayout, reviewPayability } from './decide/payouts.ts';
import { recordProviderFact } from './decide/provider/facts.ts';
import * as returns from './decide/returns.ts';
import { confirmDelivery, confirmShipment, pauseEscrow, resumeEscrow } from './decide/shipment.ts';
import type { TransactionEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { NO_SALE, type Sale } from './sale.ts';

export { allowedCommands } from './allowed.ts';
export { armedDeadlines } from './deadlines.ts';
export { displayStatus, type Sale } from './sale.ts';

const DECIDERS: { [Type in TransactionCommand['type']]: Decide<Type> } = {
  CreateTransaction: createTransaction,
  SetShipping: setShipping,
  OpenCheckout: openCheckout,
  Cancel: cancel,
  ConfirmShipment: confirmShipment,
  ConfirmDelivery: confirmDelivery,
  PauseEscrow: pauseEscrow,
  ResumeEscrow: resumeEscrow,
  OpenDispute: disputes.openDispute,
  WithdrawDispute: disputes.withdrawDispute,
  AcceptClaim: disputes.acceptClaim,
  ContestDispute: disputes.contestDispute,
  OfferSettlement: disputes.offerSettlement,
  AcceptSettlement: disputes.acceptSettlement,
  RefuseSettlement: disputes.refuseSettlement,
  RequestReturn: returns.requestReturn,
  ApproveReturn: returns.approveReturn,
  RefuseReturn: returns.refuseReturn,
  ShipReturn: returns.shipReturn,
  ConfirmReturnReceived: returns.confirmReturnReceived,
  RejectReturn: returns.rejectReturn,
  DecideDispute: decisions.decideDispute,
  ConfirmDecision: decisions.confirmDecision,
  RejectDecision: decisions.rejectDecision,
  CloseCase: decisions.closeCase,
  PlaceStaffHold: placeStaffHold,
  LiftStaffHold: liftStaffHold,
  FireDeadline: fireDeadline,
  ReviewPayability: reviewPayability,
  RetryRefund: retryRefund,
  InitiatePayout: initiatePayout,
  RecordProviderFact: recordProviderFact,
};

/** One sale, from the purchase to the payout or the refund. `evolve` throws CorruptHistory, `decide` never throws. */
export const transaction: Decider<TransactionCommand, TransactionEvent, Sale, TransactionRejection> = {
  initial: NO_SALE,
  evolve,
  decide: (command, sale) =>
    (DECIDERS[command.type] as (command: TransactionCommand, sale: Sale) => Decision)(command, sale),
};
