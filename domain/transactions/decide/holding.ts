import { record, reject } from '../../shared/decider.ts';
import { openCases } from '../cases.ts';
import { isClaimed } from '../claims.ts';
import { admits } from '../place.ts';
import { due } from '../process/terms.ts';
import type { Sale } from '../state.ts';
import { type Decide, facts, isBlank, type Step } from './deciding.ts';
import { escalate, goOn, nextRefundId, remainingAt, watchAgain } from './following.ts';

export const placeStaffHold: Decide<'PlaceStaffHold'> = (command, sale) => {
  const { at, reason, by } = command;
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  return record({ type: 'StaffHoldPlaced', data: { at, reason, by: by.id, remaining: remainingAt(sale, at) } });
};

export const liftStaffHold: Decide<'LiftStaffHold'> = (command, sale) => {
  const { at, reason, by, seller } = command;
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  return record(
    ...facts(sale, { type: 'StaffHoldLifted', data: { at, reason, by: by.id } }, goOn(seller, at), watchAgain(at)),
  );
};

/** The sale's own refund once more under its id, and those of duplicate payments under new ids. */
export const retryRefund: Decide<'RetryRefund'> = ({ at }, sale) =>
  record(...facts(sale, ...retryOfRefund(sale, at), ...retryOfDuplicates(sale, at)));

export const retryOfRefund = (sale: Sale, at: number): Step[] => {
  const { refund } = sale;
  if (refund?.state !== 'failed' || !admits(sale, 'RefundRetried')) return [];
  // a part of it has arrived: under its id the provider would do nothing more
  const refundId = sale.refundsDone[refund.id] ? nextRefundId(sale) : refund.id;
  const data = { at, refundId, attempt: refund.attempt + 1, watchUntil: due('refundWatch', at, sale) };
  return [{ type: 'RefundRetried', data }];
};

type Duplicate = Sale['duplicates'][string];

/**
 * Sends duplicate payments back again, each under a new id: the provider has said that the one before failed. What a bank claims waits
 * for its word.
 */
export const retryOfDuplicates = (
  sale: Sale,
  at: number,
  isWanted: (duplicate: Duplicate) => boolean = () => true,
): Step[] =>
  Object.entries(sale.duplicates)
    .filter(([id, duplicate]) => duplicate.state === 'failed' && isWanted(duplicate) && !isClaimed(sale, id))
    .map(([paymentId, { amount }]) => (current) => [refundOfDuplicate(current, paymentId, amount, at)]);

/** Tells the staff of a provider that is silent, unless that is a case already. */
export const reportSilence: Decide<'ReportSilence'> = ({ at, about }, sale) => {
  const asked = {
    payout: 'payoutSilent',
    refund: 'refundFailed',
    checkout: null,
    duplicateRefund: null,
    recall: null,
  }[about];
  const known = openCases(sale).some(({ kind }) => kind === (asked ?? 'providerSilent'));
  return known ? record() : record(escalate(at, 'providerSilent'));
};

export const refundOfDuplicate = (sale: Sale, paymentId: string, amount: number, at: number) =>
  ({
    type: 'DuplicateRefundRequested',
    data: { at, refundId: nextRefundId(sale), paymentId, amount },
  }) as const;
