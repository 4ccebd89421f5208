import type { TransactionEvent } from '#domain/transactions/events.ts';
import { detailOf, isInternal } from '#projections/transactions/timeline.ts';
import { eventTitle } from '#web/ui/eventTitle.ts';

/** What people read of a fact; `internal`: only staff do. The one place that knows where the words come from. */
export const wordsOf = (event: TransactionEvent): { title: string; detail: string | null; internal: boolean } => ({
  title: eventTitle(event.type),
  detail: detailOf(event),
  internal: isInternal(event.type),
});
