import type { ReviewPart } from '#domain/reviews/events.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Repository } from '../repository.ts';

/** What staff took away, and the reason as they wrote it: personal, so no job holds it; null once it is erased. */
export type RemovedReview = { part: ReviewPart; reason: string | null };

/** `revision`: of the fact in the stream of the review. */
export const loadRemovedReview = async (
  saleId: TransactionId,
  revision: number,
  { reviews }: Pick<Repository, 'reviews'>,
): Promise<RemovedReview | undefined> => {
  const fact = (await reviews.loadWithHistory(saleId)).history.find((event) => event.revision === revision);
  return fact?.type === 'ReviewReportResolved' ? { part: fact.data.part, reason: fact.data.note } : undefined;
};
