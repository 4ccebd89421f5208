import type { Decider } from '../shared/decider.ts';
import type { TransactionCommand, TransactionRejection } from './commands.ts';
import { attaching } from './decide/attaching.ts';
import { cancel, createTransaction, openCheckout, setShipping } from './decide/buying.ts';
import {
  confirmChargebackEnd,
  counterChargebackEnd,
  endChargeback,
  rejectChargebackEnd,
} from './decide/chargebackEnds.ts';
import { fireDeadline } from './decide/deadlines.ts';
import { type Decide, ifAllowed } from './decide/deciding.ts';
import * as decisions from './decide/decisions.ts';
import { bookDifference } from './decide/differences.ts';
import * as disputes from './decide/disputes.ts';
import { recordEvidencePack, submitEvidencePack } from './decide/evidencePacks.ts';
import * as hearing from './decide/hearing.ts';
import { liftStaffHold, placeStaffHold, reportSilence, retryRefund } from './decide/holding.ts';
import { confirmOutside, counterOutside, rejectOutside, settleOutside } from './decide/outside.ts';
import { initiatePayout, reviewPayability } from './decide/payouts.ts';
import { recordProviderEvent } from './decide/provider/facts.ts';
import * as returns from './decide/returns.ts';
import { confirmDelivery, confirmShipment, pauseEscrow, resumeEscrow } from './decide/shipment.ts';
import { decidedUnread, refusedUnread } from './decide/unread.ts';
import { type EscrowGate, escrowGate } from './escrowGate.ts';
import type { TransactionEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { NO_TRANSACTION } from './noTransaction.ts';
import type { Transaction } from './state.ts';

export { allowedCommands } from './allowed.ts';
export { armedDeadlines } from './deadlines.ts';
export { displayStatus, type Transaction as Sale } from './state.ts';

const DECIDERS: { [Type in TransactionCommand['type']]: Decide<Type> } = {
  CreateTransaction: createTransaction,
  SetShipping: setShipping,
  OpenCheckout: openCheckout,
  Cancel: ifAllowed(cancel),
  ConfirmShipment: ifAllowed(confirmShipment),
  ConfirmDelivery: ifAllowed(confirmDelivery),
  PauseEscrow: pauseEscrow,
  ResumeEscrow: ifAllowed(resumeEscrow),
  OpenDispute: disputes.openDispute,
  WithdrawDispute: ifAllowed(disputes.withdrawDispute),
  AcceptClaim: ifAllowed(disputes.acceptClaim),
  ContestDispute: ifAllowed(attaching(disputes.contestDispute)),
  OfferSettlement: ifAllowed(disputes.offerSettlement),
  AcceptSettlement: ifAllowed(disputes.acceptSettlement),
  RefuseSettlement: ifAllowed(disputes.refuseSettlement),
  GiveStatement: ifAllowed(attaching(hearing.giveStatement)),
  AppealDecision: ifAllowed(attaching(hearing.appealDecision)),
  RequestReturn: ifAllowed(attaching(returns.requestReturn)),
  ApproveReturn: ifAllowed(returns.approveReturn),
  GiveReturnAddress: ifAllowed(returns.giveReturnAddress),
  RefuseReturn: ifAllowed(returns.refuseReturn),
  ShipReturn: ifAllowed(returns.shipReturn),
  ConfirmReturnReceived: ifAllowed(returns.confirmReturnReceived),
  RejectReturn: ifAllowed(attaching(returns.rejectReturn)),
  DecideDispute: ifAllowed(decisions.decideDispute),
  ConfirmDecision: ifAllowed(decisions.confirmDecision),
  RejectDecision: ifAllowed(decisions.rejectDecision),
  CounterDecision: ifAllowed(decisions.counterDecision),
  AskParty: ifAllowed(hearing.askParty),
  CloseCase: ifAllowed(decisions.closeCase),
  EndChargeback: ifAllowed(endChargeback),
  ConfirmChargebackEnd: ifAllowed(confirmChargebackEnd),
  RejectChargebackEnd: ifAllowed(rejectChargebackEnd),
  CounterChargebackEnd: ifAllowed(counterChargebackEnd),
  SubmitEvidencePack: ifAllowed(submitEvidencePack),
  BookDifference: ifAllowed(bookDifference),
  SettleOutsideProvider: settleOutside,
  ConfirmOutsideSettlement: ifAllowed(confirmOutside),
  RejectOutsideSettlement: ifAllowed(rejectOutside),
  CounterOutsideSettlement: ifAllowed(counterOutside),
  PlaceStaffHold: ifAllowed(placeStaffHold),
  LiftStaffHold: ifAllowed(liftStaffHold),
  FireDeadline: fireDeadline,
  ReviewPayability: reviewPayability,
  RetryRefund: ifAllowed(retryRefund),
  ReportSilence: ifAllowed(reportSilence),
  RecordEvidencePack: recordEvidencePack,
  InitiatePayout: initiatePayout,
  RecordProviderFact: recordProviderEvent,
};

/** One sale, from the purchase to the payout or the refund. `evolve` throws CorruptHistory, `decide` never throws. */
export const transactionDecider = (
  gate: EscrowGate,
): Decider<TransactionCommand, TransactionEvent, Transaction, TransactionRejection> => ({
  initial: NO_TRANSACTION,
  evolve,
  decide: (command, transaction) => {
    const unread = decidedUnread(command, transaction);
    if (unread) return unread;
    const decision = (DECIDERS[command.type] as Decide<TransactionCommand['type']>)(command, transaction, gate);
    return decision.ok ? decision : refusedUnread(command, transaction, decision.error);
  },
});

export const transactionAggregate = transactionDecider(escrowGate);
