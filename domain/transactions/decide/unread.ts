import { partOf } from '../allowed.ts';
import type { TransactionCommand, TransactionRejection } from '../commands.ts';
import type { StaffCommand } from '../process/commandTable.ts';
import type { Transaction } from '../state.ts';
import { type Refusal, refusing } from './deciding.ts';

/** Every staff command must name the revision it is based on; one without does not compile here. */
const basedOnOf = (command: Extract<TransactionCommand, { type: StaffCommand }>): number | undefined => command.basedOn;

/** The commands that staff may give. */
export const STAFF_COMMANDS: Readonly<Record<StaffCommand, true>> = {
  DecideDispute: true,
  ConfirmDecision: true,
  RejectDecision: true,
  CounterDecision: true,
  AskParty: true,
  CloseCase: true,
  BookDifference: true,
  EndChargeback: true,
  ConfirmChargebackEnd: true,
  RejectChargebackEnd: true,
  CounterChargebackEnd: true,
  SubmitEvidencePack: true,
  SettleOutsideProvider: true,
  ConfirmOutsideSettlement: true,
  RejectOutsideSettlement: true,
  CounterOutsideSettlement: true,
  PlaceStaffHold: true,
  LiftStaffHold: true,
  RetryRefund: true,
};
type ByStaff = Extract<TransactionCommand, { type: StaffCommand }>;
const mayBeByStaff = (command: TransactionCommand): command is ByStaff => command.type in STAFF_COMMANDS;

/** Refuses staff who have not read the latest news. Undefined if they have. */
export const decidedUnread = (command: TransactionCommand, transaction: Transaction): Refusal | undefined => {
  if (!mayBeByStaff(command) || partOf(transaction, command.by) !== 'staff') return undefined;
  const since = basedOnOf(command);
  if (since === undefined || since > transaction.revision) return refusing({ code: 'revisionUnknown' });
  return transaction.movedAt > since ? refusing({ code: 'caseMoved', since }) : undefined;
};

/** Refusals because of the state, whatever the command says. */
const OF_THE_STATE: readonly TransactionRejection['code'][] = [
  'notNow',
  'decisionChanged',
  'caseNotOpen',
  'chargebackNotOpen',
  'chargebackEndProposed',
  'evidencePackSent',
  'settlementProposed',
  'nothingOwed',
  'settledAlready',
  'refundMayArrive',
  'claimedByBank',
  'differenceBooked',
];

/** If the refusing state is newer than what the staff member read, the answer is `caseMoved`. */
export const refusedUnread = (
  command: TransactionCommand,
  transaction: Transaction,
  error: TransactionRejection,
): Refusal => {
  if (!mayBeByStaff(command) || partOf(transaction, command.by) !== 'staff' || !OF_THE_STATE.includes(error.code))
    return refusing(error);
  const since = basedOnOf(command) ?? transaction.revision;
  return transaction.revision > since ? refusing({ code: 'caseMoved', since }) : refusing(error);
};
