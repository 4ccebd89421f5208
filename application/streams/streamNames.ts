import { createHash } from 'node:crypto';
import type { TransactionId } from '#domain/shared/ids.ts';

export const transactionStream = (id: TransactionId): string => `transaction-${id}`;

/** Provider event ids may contain any character; stream names may not. */
export const unmatchedEventId = (eventId: string): string =>
  createHash('sha256').update(eventId).digest('hex').slice(0, 32);

export const unmatchedEventStream = (eventId: string): string => `orphan-${unmatchedEventId(eventId)}`;
