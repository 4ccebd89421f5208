import { isInternal, keptOf, sentenceOf } from '#domain/notifications/transactions.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';

/** The text of an event for people; `internal`: for staff only. The one place that knows where texts come from. */
export const wordsOf = (event: TransactionEvent): { title: string; detail: string | null; internal: boolean } => ({
  title: transactionTitle(event.type),
  detail: sentenceOf(event.type, keptOf(event)),
  internal: isInternal(event.type),
});
