import type { TransactionId } from '#domain/shared/ids.ts';
import type { Repository } from '../../streams/repository.ts';
import type { RemovedReview } from './email.ts';

/** What the event at `revision` of the review's stream removed, and why. */
export const loadRemovedReview = async (
  saleId: TransactionId,
  revision: number,
  { reviews }: Pick<Repository, 'reviews'>,
): Promise<RemovedReview | undefined> => {
  const fact = (await reviews.loadWithHistory(saleId)).history.find((event) => event.revision === revision);
  return fact?.type === 'ReviewReportResolved' ? { part: fact.data.part, reason: fact.data.note } : undefined;
};
