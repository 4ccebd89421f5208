import type { CaseFile } from '#application/contract/cases.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';

/** True if the form proposes a decision instead of deciding. */
export const isProposal = ({ sums }: CaseFile): boolean => sums.needsConfirmation || sums.needsDraft;

/** What follows when the form is sent. */
export const afterDeciding = (file: CaseFile): string => {
  const { needsConfirmation, needsDraft } = file.sums;
  if (!isProposal(file)) return 'Both parties can read the rationale. A decision cannot be undone.';
  const confirmed = needsConfirmation ? 'another staff member confirms it' : 'it is confirmed';
  if (!needsDraft) return `No money moves until ${confirmed}. Then both parties can read the rationale.`;
  const { draftShown } = termsOf(file.transaction);
  return `Both parties can read the draft and its rationale now. No money moves until ${confirmed}, after ${draftShown} at the earliest.`;
};
