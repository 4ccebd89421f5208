import type { CaseFile } from '#application/contract/cases.ts';

/** The dispute that waits for somebody; an ended one is history. */
export const openDispute = ({ dispute }: CaseFile['transaction']) =>
  dispute && ['awaiting_seller', 'under_review'].includes(dispute.state) ? dispute : undefined;
