import type { CaseFile } from '#application/contract/cases.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';

/** Whether what is sent decides, or proposes. */
export const isProposal = ({ sums }: CaseFile): boolean => sums.needsConfirmation || sums.needsDraft;

/** What happens with the money when a decision about this sale is sent. */
export const afterDeciding = (file: CaseFile): string => {
  const { needsConfirmation, needsDraft } = file.sums;
  if (!isProposal(file))
    return 'The money moves at once, and both parties read the rationale. It cannot be taken back.';
  const confirmed = needsConfirmation ? 'somebody else on the staff confirms it' : 'it is confirmed';
  if (!needsDraft) return `Nothing moves until ${confirmed}. Then both parties read the rationale.`;
  const { draftShown } = termsOf(file.transaction);
  return `Both parties read the draft and its rationale now. Nothing moves until ${confirmed}, after ${draftShown} at the earliest.`;
};
