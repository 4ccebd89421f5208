import type { Instant } from '../../shared/instants.ts';
import { claimsEnd, hasPayoutBegun, type Transaction } from '../state.ts';
import { endOfTerm } from '../terms/terms.ts';
import { termsFor } from '../terms/termsFor.ts';
import type { TIMELY } from './conditions.ts';

/** The time in which a condition can hold. Null: open on that side. */
export type Period = { from: Instant | null; until: Instant | null };

const until = (end: Instant | null): Period | null => (end === null ? null : { from: null, until: end });
const from = (start: Instant | null): Period | null => (start === null ? null : { from: start, until: null });

const appealPeriod = ({ decided, policyVersion }: Transaction): Period | null =>
  until(decided && endOfTerm(decided.at, termsFor({ policyVersion }).appealTerm));

/** When each condition of `TIMELY` can hold, as far as it is known; null if no time alone decides. */
export const PERIODS: Readonly<Record<keyof typeof TIMELY, (transaction: Transaction) => Period | null>> = {
  insideWindow: ({ windowEndsAt, settlementEndsAt }) => (settlementEndsAt === null ? until(windowEndsAt) : null),
  insideCancelPeriod: (transaction) =>
    until(transaction.capturedAt && transaction.capturedAt + termsFor(transaction).buyerCancelPeriod),
  insidePauseWindow: (transaction) => {
    if (transaction.status !== 'IN_ESCROW' || !transaction.clock) return null;
    const { endsAt } = transaction.clock;
    return { from: endsAt - termsFor(transaction).pauseWindow, until: endsAt };
  },
  claimable: (transaction) =>
    transaction.released?.by === 'buyer'
      ? until(transaction.deliveredAt && transaction.deliveredAt + termsFor(transaction).claimPeriod)
      : null,
  lateClaimable: (transaction) => (hasPayoutBegun(transaction) ? until(claimsEnd(transaction)) : null),
  pausedLong: (transaction) =>
    from(transaction.pausedSince && transaction.pausedSince + termsFor(transaction).sellerDisputeAfter),
  offerStands: ({ offer }) => until(offer?.lapsesAt ?? null),
  answersHeard: ({ questions }) => from(Math.max(questions.buyer ?? 0, questions.seller ?? 0) || null),
  draftSeen: ({ proposed }) => from(proposed?.shownUntil ?? null),
  buyerMayAppeal: appealPeriod,
  sellerMayAppeal: appealPeriod,
  noOfferStands: ({ offer }) => from(offer?.lapsesAt ?? null),
};
