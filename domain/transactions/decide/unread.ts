import { partOf } from '../allowed.ts';
import type { TransactionCommand, TransactionRejection } from '../commands.ts';
import type { StaffCommand } from '../process/commandTable.ts';
import type { Transaction } from '../state.ts';
import { type Refusal, refusing } from './deciding.ts';

/** Every command that staff may give names the revision it was decided on: the type of this parameter refuses one that has none. */
const basedOnOf = (command: Extract<TransactionCommand, { type: StaffCommand }>): number | undefined => command.basedOn;

/** `command in STAFF_COMMANDS`: has a way for staff. */
export const STAFF_COMMANDS: Readonly<Record<StaffCommand, true>> = {
  DecideDispute: true,
  ConfirmDecision: true,
  RejectDecision: true,
  AskParty: true,
  CloseCase: true,
  EndChargeback: true,
  SettleOutsideProvider: true,
  ConfirmOutsideSettlement: true,
  RejectOutsideSettlement: true,
  PlaceStaffHold: true,
  LiftStaffHold: true,
  RetryRefund: true,
};
type ByStaff = Extract<TransactionCommand, { type: StaffCommand }>;
const mayBeByStaff = (command: TransactionCommand): command is ByStaff => command.type in STAFF_COMMANDS;

/** Refuses staff who decide on less than the sale holds by now. Undefined: go on. */
export const decidedUnread = (command: TransactionCommand, transaction: Transaction): Refusal | undefined => {
  if (!mayBeByStaff(command) || partOf(transaction, command.by) !== 'staff') return undefined;
  const since = basedOnOf(command);
  if (since === undefined || since > transaction.revision) return refusing({ code: 'revisionUnknown' });
  return transaction.movedAt > since ? refusing({ code: 'caseMoved', since }) : undefined;
};

/** What refuses a command because of where the sale stands, whatever the command says. */
const OF_THE_STATE: readonly TransactionRejection['code'][] = [
  'notNow',
  'decisionChanged',
  'caseNotOpen',
  'chargebackNotOpen',
  'settlementProposed',
  'nothingOwed',
  'settledAlready',
  'refundMayArrive',
  'claimedByBank',
];

/** A state that refuses, and that whoever decides has not seen, is news as well. */
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
