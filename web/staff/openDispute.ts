import type { CaseFile } from '#application/contract/cases.ts';

/** The open dispute, if any. */
export const openDispute = ({ dispute }: CaseFile['transaction']) =>
  dispute && ['awaiting_seller', 'under_review'].includes(dispute.state) ? dispute : undefined;
