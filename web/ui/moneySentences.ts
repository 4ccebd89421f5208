import type { TransactionDetail, TransactionView } from '#application/contract/transactions.ts';
import {
  type About,
  ahead,
  aheadAt,
  begun,
  hold,
  inTerms,
  type MoneySentence,
  type NextStep,
  type NextStepKind,
  question,
  released,
} from '#domain/notifications/moneyText.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import type { Hold } from '#domain/transactions/state.ts';
import { formatUnits } from './currencies.ts';
import { dueTime } from './dates.ts';
import { formatCents } from './money.ts';

/** What lists provide; a detail page adds dispute and return. */
export type Stated = Pick<
  TransactionView,
  | 'displayStatus'
  | 'status'
  | 'holds'
  | 'escrowStatus'
  | 'deadlines'
  | 'policyVersion'
  | 'role'
  | 'endedOwnHold'
  | 'totalAmount'
> &
  Partial<Pick<TransactionDetail, 'dispute' | 'return' | 'sums' | 'decision'>>;

const runs = ({ deadlines }: Stated, ...kinds: DeadlineKind[]): boolean =>
  deadlines.some(({ kind }) => (kinds as string[]).includes(kind));

/** A decided refund waits for the seller's appeal. */
export const isDeferred = (transaction: Stated): boolean =>
  transaction.dispute?.state === 'deferred' || runs(transaction, 'decidedRefund');
const isDisputed = (transaction: Stated): boolean =>
  (transaction.displayStatus === 'IN_ESCROW_DISPUTED' && !isDeferred(transaction)) ||
  /^(awaiting_seller|under_review)$/.test(transaction.dispute?.state ?? '') ||
  runs(transaction, 'disputeAnswer', 'disputeReview', 'settlementOffer');
const isReturned = (transaction: Stated): boolean =>
  transaction.displayStatus === 'RETURN_IN_PROGRESS' ||
  /^(requested|approved|shipped)$/.test(transaction.return?.state ?? '') ||
  runs(transaction, 'returnAnswer', 'returnShipBack', 'returnInspection');

const holdsOf = (transaction: Stated): Hold[] => [
  ...(isDisputed(transaction) ? (['disputed'] as const) : []),
  ...(isDeferred(transaction) ? (['refundDeferred'] as const) : []),
  ...(isReturned(transaction) ? (['returning'] as const) : []),
  ...transaction.holds.filter((hold) => hold !== 'quarantine'),
  ...(transaction.escrowStatus.isPaused ? (['paused'] as const) : []),
];

const claimedIn = ({ sums, totalAmount }: Stated): string | undefined =>
  sums?.claimed !== undefined && (sums.currency !== undefined || sums.claimed < totalAmount)
    ? formatUnits(sums.claimed, sums.currency)
    : undefined;

const instantOf = (timestamp: string | null | undefined): number | null => (timestamp ? Date.parse(timestamp) : null);
type Shown = NonNullable<TransactionDetail['decision']>['appeals'];
const appealsIn = (appeals: Shown): About['appeals'] => ({
  buyer: instantOf(appeals?.buyer),
  seller: instantOf(appeals?.seller),
});

/** The sale's state as the shared sentences expect it. */
export const aboutOf = (transaction: Stated): About => ({
  policyVersion: transaction.policyVersion,
  status: transaction.status,
  holds: holdsOf(transaction),
  deadlines: transaction.deadlines.map(({ kind, dueAt: at }) => ({
    kind: kind as DeadlineKind,
    dueAt: Date.parse(at),
  })),
  reclaim: null,
  appeals: appealsIn(transaction.decision?.appeals),
  appealsAfterRefund: appealsIn(transaction.decision?.appealsAfterRefund),
  endedOwnHold: transaction.endedOwnHold,
  claimed: claimedIn(transaction),
  reader: transaction.role === 'seller' ? 'seller' : 'buyer',
  when: (instant) => dueTime(new Date(instant).toISOString()),
});

/** Empty if there is nothing to say. */
export const sentenceOf = (sentence: MoneySentence, transaction: Stated): string =>
  sentence(aboutOf(transaction)) ?? '';

/** Shown before a step that releases the money. */
export const releasedIn = (transaction: Stated, toSeller: Cents): string =>
  released(aboutOf(transaction), formatCents(toSeller));

/** The same, addressed to the seller. A hold allows the release, but no payout. */
export const releasedAs = (when: string, transaction: Stated, toSeller: Cents): string =>
  sentenceOf(hold, transaction)
    ? releasedIn(transaction, toSeller)
    : `${formatCents(toSeller)} is released to you ${when}.`;

/** A deadline's instant and its consequence as a sentence; its length if it is not running. */
export const aheadIn = (
  transaction: Stated,
  kind: NextStepKind,
): { by: string; follows: string; until: string | null } => {
  const about = aboutOf(transaction);
  const { by, follows } = ahead(kind, about) ?? inTerms(kind, about);
  return {
    by,
    follows: begun(follows),
    until: transaction.deadlines.find((each) => each.kind === kind)?.dueAt ?? null,
  };
};

/** What the reader has to do. */
export const neededIn = (
  transaction: Stated,
  { kind, dueAt: at }: TransactionView['needs'][number],
  now: number,
): NextStep => {
  const [about, instant] = [aboutOf(transaction), Date.parse(at)];
  return kind === 'question' ? question(instant, now, about) : aheadAt(kind, about, instant);
};
