import type { Cents } from '../shared/money.ts';
import type { ClosableCase } from './caseKinds.ts';
import { isClaimed } from './claims.ts';
import type { SettledOutside } from './settledOutside.ts';
import type { Transaction } from './state.ts';

/** `paymentId`: the duplicate payment; null for anything else. */
export type Subject = { what: SettledOutside; paymentId: string | null };

/** `refundId`: the provider's last failed attempt; null if there was none. */
export type Owed =
  | { amount: Cents; refundId: string | null }
  | { refused: 'nothingOwed' | 'settledAlready' | 'refundMayArrive' | 'claimedByBank' };

/** The key of a settlement in `outside.settled`. */
export const settledUnder = ({ paymentId: own }: Transaction, { what, paymentId }: Subject): string =>
  what === 'kept' ? 'kept' : (paymentId ?? own ?? '');

type Tried = { state: string; retryAt: number | null };
/** The provider reported a failure and nothing retries it. Otherwise the refund may arrive, and a payment would be the second. */
const hasFailedForGood = ({ state, retryAt }: Tried): boolean => state === 'failed' && retryAt === null;

const ofRefund = ({ status, refund, chargeback }: Transaction): Owed => {
  if (status !== 'REFUND_BUYER' || !refund) return { refused: 'nothingOwed' };
  if (!hasFailedForGood(refund) || refund.silent) return { refused: 'refundMayArrive' };
  return chargeback === 'open' ? { refused: 'claimedByBank' } : { amount: refund.amount, refundId: refund.id };
};

const ofDuplicate = (transaction: Transaction, paymentId: string | null): Owed => {
  const duplicate = paymentId === null ? undefined : transaction.duplicates[paymentId];
  if (paymentId === null || !duplicate || duplicate.state === 'done') return { refused: 'nothingOwed' };
  if (isClaimed(transaction, paymentId)) return { refused: 'claimedByBank' };
  // an empty id means that no refund was made yet
  if (!hasFailedForGood(duplicate) || duplicate.refundId === '') return { refused: 'refundMayArrive' };
  return { amount: duplicate.amount, refundId: duplicate.refundId };
};

/** Money kept for the seller, less what they were overpaid. */
export const stillKept = ({ keptForSeller, overpaid }: Transaction): Cents => Math.max(0, keptForSeller - overpaid);

/** A debt stays a case until it is paid; staff may close any other case. */
export const endsByHand = (transaction: Transaction, kind: ClosableCase): boolean =>
  kind !== 'chargebackReversed' || stillKept(transaction) === 0;

const ofKept = (transaction: Transaction): Owed => {
  const amount = stillKept(transaction);
  if (amount === 0) return { refused: 'nothingOwed' };
  const claimed = transaction.paymentId !== null && isClaimed(transaction, transaction.paymentId);
  return claimed ? { refused: 'claimedByBank' } : { amount, refundId: null };
};

const OWED: Readonly<Record<SettledOutside, (transaction: Transaction, paymentId: string | null) => Owed>> = {
  refund: ofRefund,
  duplicate: ofDuplicate,
  kept: ofKept,
};

/** The sum that may be paid outside the provider now, or why none may. */
export const owedOutside = (transaction: Transaction, subject: Subject): Owed => {
  const owed = OWED[subject.what](transaction, subject.paymentId);
  const wasSettled = transaction.outside.settled[settledUnder(transaction, subject)] !== undefined;
  return 'refused' in owed && owed.refused === 'nothingOwed' && wasSettled ? { refused: 'settledAlready' } : owed;
};

export const isOwedOutside = (transaction: Transaction, subject: Subject): boolean =>
  'amount' in owedOutside(transaction, subject);

/** All debts that may be paid outside the provider; staff choose from these. */
export const owedNow = (transaction: Transaction): (Subject & { amount: Cents })[] =>
  [
    { what: 'refund' as const, paymentId: null },
    ...Object.keys(transaction.duplicates).map((paymentId) => ({ what: 'duplicate' as const, paymentId })),
    { what: 'kept' as const, paymentId: null },
  ].flatMap((subject) => {
    const owed = owedOutside(transaction, subject);
    return 'amount' in owed ? [{ ...subject, amount: owed.amount }] : [];
  });
