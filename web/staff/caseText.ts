import type { CaseAssignee, CaseOrder, StaffCase } from '#application/contract/caseQueue.ts';
import { CASE_WORDS, isCaseKind } from '#domain/notifications/cases.ts';
import { CATEGORY_LABELS } from '#domain/notifications/categoryLabels.ts';
import { durationInShort } from '#domain/shared/durations.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import type { CaseKind } from '#domain/transactions/caseKinds.ts';
import type { WaitsFor } from '#domain/transactions/waitsFor.ts';
import type { Tone } from '../ui/Badge.tsx';

export const CASE_TONES: Record<CaseKind, Tone> = {
  confirmation: 'wait',
  disputeReview: 'bad',
  appeal: 'bad',
  staffHold: 'held',
  heldTooLong: 'bad',
  refundFailed: 'bad',
  refundSilent: 'held',
  payoutFailed: 'bad',
  payoutRefused: 'held',
  payoutSilent: 'held',
  chargeback: 'bad',
  chargebackReversed: 'held',
  paymentMismatch: 'held',
  providerFact: 'held',
  providerSilent: 'held',
  sellerSuspended: 'held',
  lateClaim: 'held',
  orphanFact: 'held',
  impossibleFact: 'bad',
  unmatchedObject: 'bad',
  alteredFile: 'bad',
  quarantined: 'bad',
};

/** The kinds that the queue counts and filters by. */
type FilteredKind = CaseKind | 'termination';
export const FILTERED_KINDS: readonly FilteredKind[] = [...(Object.keys(CASE_WORDS) as CaseKind[]), 'termination'];
export const isFilteredKind = (kind: string): kind is FilteredKind => kind === 'termination' || isCaseKind(kind);
export const kindLabel = (kind: FilteredKind): string =>
  kind === 'termination' ? 'Termination' : CASE_WORDS[kind].label;

/** Label of a claim, a cancellation or a closed case. */
export const categoryLabel = (category: string): string =>
  CATEGORY_LABELS[category] ?? (isCaseKind(category) ? CASE_WORDS[category].label : category);

/** `Opened 40 s after the shipment`: too early for a parcel. Undefined without such a claim. */
export const soonWords = (sale: StaffCase['sale']): string | undefined => {
  if (sale?.claimedSoon == null) return undefined;
  const ms = sale.claimedSoon;
  return `Opened ${ms < MINUTE ? `${Math.round(ms / 1_000)} s` : durationInShort(ms)} after the shipment`;
};

/** The current wait of a case, for a cell. */
export const WAITS_FOR_LABELS: Record<WaitsFor, string> = {
  staff: 'Staff',
  comments: 'Comments',
  confirmation: 'Confirmation',
  second: '2nd person',
  buyer: 'Buyer',
  seller: 'Seller',
  parties: 'Both parties',
  bank: 'Bank',
  provider: 'Provider',
  engineer: 'Engineer',
};

const WAITS_FOR: Record<WaitsFor, string> = {
  staff: 'us',
  comments: 'comments of the parties',
  confirmation: 'a confirmation',
  second: 'a second person',
  buyer: 'the buyer',
  seller: 'the seller',
  parties: 'both parties',
  bank: 'the bank',
  provider: 'the payment provider',
  engineer: 'an engineer',
};

/** The steps of a wait: `Waits for comments of the parties`, `then for a confirmation`. */
export const waitSteps = ({ waitsFor, dueAt, next }: StaffCase): { words: string; until: string }[] => [
  { words: `Waits for ${WAITS_FOR[waitsFor]}`, until: dueAt },
  ...(next ? [{ words: `then for ${WAITS_FOR[next.waitsFor]}`, until: next.until }] : []),
];

export const CASE_ORDER_LABELS: Record<CaseOrder, string> = {
  due: 'Nearest deadline',
  moved: 'Latest move',
  since: 'Longest wait',
  claim: 'Largest claim',
  held: 'Most money held',
};

export const CASE_ASSIGNEE_LABELS: Record<CaseAssignee, string> = {
  all: 'Everybody’s',
  mine: 'Mine',
  none: 'Unassigned',
};
