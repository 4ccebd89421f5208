import type { AccountId } from '../shared/ids.ts';

type Named = { stream: string; type: string; data: object };

const text = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);

/**
 * The accounts that may not read this event's history, whatever their roles: the parties of a transaction, its cases and their conversation,
 * a listing's seller and those who reported it, a review's author and its seller. Somebody who decides a review's report is no party.
 */
export const closedTo = ({ stream, type, data }: Named): AccountId[] => {
  const { buyerId, sellerId, reporterId, authorId } = data as Record<string, unknown>;
  switch (stream.slice(0, stream.indexOf('-'))) {
    case 'transaction':
    case 'case':
    case 'conversation':
      return typeof buyerId === 'string' && typeof sellerId === 'string' ? [buyerId, sellerId] : [];
    case 'notice':
      return [...text(sellerId), ...text(reporterId)];
    case 'review':
      return type === 'ReviewReportResolved' ? [] : [...text(sellerId), ...text(authorId)];
    default:
      return [];
  }
};
