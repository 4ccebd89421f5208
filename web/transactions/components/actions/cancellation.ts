import type { CANCELLATION_REASONS } from '#domain/transactions/disputeCategories.ts';

type CancellationReason = (typeof CANCELLATION_REASONS)[number];

export const REASON_LABELS: Record<CancellationReason, string> = {
  UNAVAILABLE: 'Listing no longer available',
  SHIPPING_ISSUES: 'Issues with shipping (e.g., shipping cost, delivery address)',
  OTHER: 'Other',
};

export type Cancellation = { reason: CancellationReason | ''; otherReason: string };

type CancellationFailure = { field: keyof Cancellation; message: string };

export const cancellationFailure = ({ reason, otherReason }: Cancellation): CancellationFailure | null => {
  if (!reason) return { field: 'reason', message: 'Please select a reason for cancellation' };
  if (reason === 'OTHER' && !otherReason.trim())
    return { field: 'otherReason', message: 'Please provide details for the cancellation reason' };
  return null;
};

/** `otherReason` is sent only with OTHER, otherwise null. */
export const cancellationBody = ({ reason, otherReason }: Cancellation) => ({
  reason: reason || null,
  otherReason: reason === 'OTHER' ? otherReason.trim() : null,
});
