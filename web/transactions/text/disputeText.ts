import type { Dispute, TransactionDetail } from '#application/contract/transactions.ts';
import type { DISPUTE_CATEGORIES } from '#domain/transactions/disputeCategories.ts';
import type { Promised } from '#domain/transactions/terms/termsFor.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';

/** The buyer's categories come first; the marketplace or the seller opens the others. */
export const categoryLabels = (transaction: Promised): Record<(typeof DISPUTE_CATEGORIES)[number], string> => ({
  NOT_RECEIVED: 'It has not arrived',
  NOT_AS_DESCRIBED: 'It is not as described',
  DAMAGED: 'It arrived damaged',
  COUNTERFEIT: 'It is a counterfeit',
  OTHER: 'Something else',
  PAUSE_EXPIRED: `The pause reached its limit of ${termsOf(transaction).pauseLimit}`,
  RETURN_REFUSED: 'The return was refused',
  RETURN_REJECTED: 'The returned item was rejected',
  RETURN_NOT_ARRIVED: 'The return has not arrived',
  PAUSED_TOO_LONG: `The sale has been paused for more than ${termsOf(transaction).sellerDispute}`,
});

export const OFFERED_CATEGORIES = ['NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DAMAGED', 'COUNTERFEIT', 'OTHER'] as const;

export const isOpen = (dispute: Dispute | null): dispute is Dispute =>
  dispute?.state === 'awaiting_seller' || dispute?.state === 'under_review';

export const STATE_LABELS: Record<Dispute['state'], string> = {
  awaiting_seller: 'Waiting for the seller',
  under_review: 'Under review',
  decided: 'Decided',
  deferred: 'Decided, and open to appeal',
  settled: 'Settled',
  withdrawn: 'Closed',
};

/** While either party may appeal, the decision comes first. */
export const isAppealable = ({ decision }: Pick<TransactionDetail, 'decision'>): boolean =>
  Boolean(decision?.appeals?.buyer ?? decision?.appeals?.seller);

export const decisionTitle = ({ by }: NonNullable<TransactionDetail['decision']>): string =>
  ({
    staff: 'Decided by our staff',
    seller: 'The seller accepted the claim',
    settlement: 'The parties settled',
  })[by];

/** The author of the opening statement. A dispute after a return repeats the seller's. */
export const speakerOf = ({ openedBy, category }: Dispute): 'buyer' | 'seller' =>
  openedBy === 'seller' || category.startsWith('RETURN_') ? 'seller' : 'buyer';
