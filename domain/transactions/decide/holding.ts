import { record, reject } from '../../shared/decider.ts';
import { openCases } from '../cases.ts';
import { isClaimed } from '../claims.ts';
import { escrowGate } from '../escrowGate.ts';
import { due } from '../process/terms.ts';
import type { Transaction } from '../state.ts';
import { type Decide, events, isBlank, type Step } from './deciding.ts';
import { escalate, goOn, nextRefundId, remainingAt, watchAgain } from './following.ts';

export const placeStaffHold: Decide<'PlaceStaffHold'> = (command, transaction) => {
  const { at, reason, by } = command;
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  return record({ type: 'StaffHoldPlaced', data: { at, reason, by: by.id, remaining: remainingAt(transaction, at) } });
};

export const liftStaffHold: Decide<'LiftStaffHold'> = (command, transaction) => {
  const { at, reason, by, seller } = command;
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  return record(
    ...events(
      transaction,
      { type: 'StaffHoldLifted', data: { at, reason, by: by.id } },
      goOn(seller, at),
      watchAgain(at),
    ),
  );
};

/** Retries the refund under its id, and refunds of duplicates under new ids. */
export const retryRefund: Decide<'RetryRefund'> = ({ at }, transaction) =>
  record(...events(transaction, ...retryOfRefund(transaction, at), ...retryOfDuplicates(transaction, at)));

export const retryOfRefund = (transaction: Transaction, at: number): Step[] => {
  const { refund } = transaction;
  if (refund?.state !== 'failed' || !escrowGate.admits(transaction, 'RefundRetried')) return [];
  // a part has arrived, so the provider would ignore the same id
  const refundId = transaction.refundsDone[refund.id] ? nextRefundId(transaction) : refund.id;
  const data = { at, refundId, attempt: refund.attempt + 1, watchUntil: due('refundWatch', at, transaction) };
  return [{ type: 'RefundRetried', data }];
};

type Duplicate = Transaction['duplicates'][string];

/** Refunds duplicate payments again, under new ids because the provider reported a failure. A claimed payment waits for the bank. */
export const retryOfDuplicates = (
  transaction: Transaction,
  at: number,
  isWanted: (duplicate: Duplicate) => boolean = () => true,
): Step[] =>
  Object.entries(transaction.duplicates)
    .filter(([id, duplicate]) => duplicate.state === 'failed' && isWanted(duplicate) && !isClaimed(transaction, id))
    .map(([paymentId, { amount }]) => (current) => [refundOfDuplicate(current, paymentId, amount, at)]);

/** Opens a case for a silent provider, unless there is one. */
export const reportSilence: Decide<'ReportSilence'> = ({ at, about }, transaction) => {
  const asked = {
    payout: 'payoutSilent',
    refund: 'refundFailed',
    checkout: null,
    duplicateRefund: null,
    recall: null,
  }[about];
  const known = openCases(transaction).some(({ kind }) => kind === (asked ?? 'providerSilent'));
  return known ? record() : record(escalate(at, 'providerSilent'));
};

export const refundOfDuplicate = (transaction: Transaction, paymentId: string, amount: number, at: number) =>
  ({
    type: 'DuplicateRefundRequested',
    data: { at, refundId: nextRefundId(transaction), paymentId, amount },
  }) as const;
