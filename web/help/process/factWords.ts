import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';
import { joined } from '../../ui/processText.ts';

type Facts = readonly TransactionEventType[];

/** Some have one title for both: what was covered in part, and in full. */
const titlesOf = (events: Facts): string[] => [...new Set(events.map(transactionTitle))];

/** What is written down: all of `facts`, and what may follow or stand instead. */
export const eventWords = (events: Facts, also: Facts = []): string => {
  const sure = joined(titlesOf(events), 'and');
  return also.length === 0 ? sure : `${sure}. Perhaps also: ${joined(titlesOf(also), 'or')}`;
};
