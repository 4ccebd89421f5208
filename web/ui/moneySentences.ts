import type { Transaction, TransactionDetail } from '#application/contract/transactions.ts';
import type { Cents } from '#domain/shared/money.ts';
import {
  type About,
  type Ahead,
  type AwaitedKind,
  ahead,
  aheadAt,
  begun,
  inTerms,
  type MoneySentence,
  question,
  released,
} from '#domain/telling/moneyWords.ts';
import type { DeadlineKind } from '#domain/transactions/commands.ts';
import type { Hold } from '#domain/transactions/sale.ts';
import { formatUnits } from './currencies.ts';
import { dueTime } from './dates.ts';
import { formatCents } from './money.ts';

/** All that a list has; a page knows more of a dispute and a return. */
export type Stated = Pick<
  Transaction,
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
  Partial<Pick<TransactionDetail, 'dispute' | 'return' | 'sums'>>;

const runs = ({ deadlines }: Stated, ...kinds: DeadlineKind[]): boolean =>
  deadlines.some(({ kind }) => (kinds as string[]).includes(kind));

const isDisputed = (sale: Stated): boolean =>
  sale.displayStatus === 'IN_ESCROW_DISPUTED' ||
  /^(awaiting_seller|under_review)$/.test(sale.dispute?.state ?? '') ||
  runs(sale, 'disputeAnswer', 'disputeReview', 'settlementOffer');
const isReturned = (sale: Stated): boolean =>
  sale.displayStatus === 'RETURN_IN_PROGRESS' ||
  /^(requested|approved|shipped)$/.test(sale.return?.state ?? '') ||
  runs(sale, 'returnAnswer', 'returnShipBack', 'returnInspection');

const holdsOf = (sale: Stated): Hold[] => [
  ...(isDisputed(sale) ? (['disputed'] as const) : []),
  ...(isReturned(sale) ? (['returning'] as const) : []),
  ...sale.holds.filter((hold) => hold !== 'quarantine'),
  ...(sale.escrowStatus.isPaused ? (['paused'] as const) : []),
];

const claimedIn = ({ sums, totalAmount }: Stated): string | undefined =>
  sums?.claimed !== undefined && (sums.currency !== undefined || sums.claimed < totalAmount)
    ? formatUnits(sums.claimed, sums.currency)
    : undefined;

/** The state of the sale as its emails have it. */
export const aboutOf = (sale: Stated): About => ({
  policyVersion: sale.policyVersion,
  status: sale.status,
  holds: holdsOf(sale),
  deadlines: sale.deadlines.map(({ kind, dueAt: at }) => ({ kind: kind as DeadlineKind, dueAt: Date.parse(at) })),
  reclaim: null,
  endedOwnHold: sale.endedOwnHold,
  claimed: claimedIn(sale),
  reader: sale.role === 'seller' ? 'seller' : 'buyer',
  when: (instant) => dueTime(new Date(instant).toISOString()),
});

/** Empty where there is nothing to say. */
export const sentenceOf = (sentence: MoneySentence, sale: Stated): string => sentence(aboutOf(sale)) ?? '';

/** Before a step that releases the money. */
export const releasedIn = (sale: Stated, toSeller: Cents): string => released(aboutOf(sale), formatCents(toSeller));

/** What a deadline leads to, for a panel: its instant, and what follows as a sentence of its own. Where it does not run, its length. */
export const aheadIn = (sale: Stated, kind: AwaitedKind): { by: string; follows: string; until: string | null } => {
  const about = aboutOf(sale);
  const { by, follows } = ahead(kind, about) ?? inTerms(kind, about);
  return { by, follows: begun(follows), until: sale.deadlines.find((each) => each.kind === kind)?.dueAt ?? null };
};

/** What is asked of the reader. */
export const neededIn = (sale: Stated, { kind, dueAt: at }: Transaction['needs'][number], now: number): Ahead => {
  const [about, instant] = [aboutOf(sale), Date.parse(at)];
  return kind === 'question' ? question(instant, now, about) : aheadAt(kind, about, instant);
};
