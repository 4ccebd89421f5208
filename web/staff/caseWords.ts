import type { CaseKind } from '#domain/transactions/caseKinds.ts';
import type { Tone } from '../ui/Badge.tsx';
import { eventTitle } from '../ui/eventTitle.ts';

type Words = { label: string; tone: Tone };

export const CASE_WORDS: Record<CaseKind, Words> = {
  confirmation: { label: 'Decision to confirm', tone: 'wait' },
  disputeReview: { label: 'Dispute to decide', tone: 'bad' },
  staffHold: { label: 'Held by staff', tone: 'held' },
  heldTooLong: { label: 'Held too long', tone: 'bad' },
  refundFailed: { label: 'Refund failed', tone: 'bad' },
  payoutFailed: { label: 'Payout failed', tone: 'bad' },
  payoutSilent: { label: 'Payout unconfirmed', tone: 'held' },
  chargeback: { label: 'Chargeback', tone: 'bad' },
  paymentMismatch: { label: 'Wrong amount paid', tone: 'held' },
  providerFact: { label: 'Unexpected provider fact', tone: 'held' },
  lateClaim: { label: 'Late claim', tone: 'held' },
  orphanFact: { label: 'Fact without a sale', tone: 'held' },
};

export const CASE_KINDS_IN_ORDER = Object.keys(CASE_WORDS) as CaseKind[];

export const isCaseKind = (text: string): text is CaseKind => Object.hasOwn(CASE_WORDS, text);

const CATEGORIES: Record<string, string> = {
  NOT_RECEIVED: 'Not received',
  NOT_AS_DESCRIBED: 'Not as described',
  DAMAGED: 'Damaged in transit',
  COUNTERFEIT: 'Counterfeit',
  OTHER: 'Another complaint',
  PAUSE_EXPIRED: 'Pause ran out',
  RETURN_REFUSED: 'Return refused',
  RETURN_REJECTED: 'Return rejected',
  PAUSED_TOO_LONG: 'Paused too long',
  UNAVAILABLE: 'Item unavailable',
  SHIPPING_ISSUES: 'Shipping issues',
};

/** What a claim, a cancellation or a closed case is about. */
export const categoryLabel = (category: string): string =>
  CATEGORIES[category] ?? (isCaseKind(category) ? CASE_WORDS[category].label : category);

const STATEMENTS: Record<string, string> = {
  DisputeOpened: 'Claim',
  DisputeContested: 'Answer',
  DecisionProposed: 'Decision proposed',
  DecisionConfirmed: 'Decision confirmed',
  DecisionRejected: 'Proposed decision rejected',
  DecisionWithdrawn: 'Proposal taken back',
  StaffHoldPlaced: 'Hold placed',
  StaffHoldLifted: 'Hold lifted',
  CaseClosed: 'Case closed',
};

export const statementTitle = (event: string): string => STATEMENTS[event] ?? eventTitle(event);
