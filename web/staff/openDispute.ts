import type { CaseFile } from '#application/contract/cases.ts';

/** The open dispute; none after an appeal about a hold, which nobody disputed. */
export const openDispute = ({ dispute }: CaseFile['transaction']) =>
  dispute && !dispute.byAppeal && ['awaiting_seller', 'under_review'].includes(dispute.state) ? dispute : undefined;
