import type { TransactionView } from '#application/contract/transactions.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { DISPLAY_LABELS } from '#domain/transactions/statuses.ts';

/** An unknown status is shown as Created (document 2, section 4). */
const statusLabel = (status: string): string =>
  DISPLAY_LABELS[status as keyof typeof DISPLAY_LABELS] ?? DISPLAY_LABELS.CREATED;

export type TimelineEntry = { title: string; detail: string | null; status: string | null; at: string; ahead: boolean };

const latestFirst = (one: TimelineEntry, other: TimelineEntry): number => Date.parse(other.at) - Date.parse(one.at);

/** Newest first, so that what comes next stands on top. */
export const inOrder = (entries: readonly TimelineEntry[]): TimelineEntry[] => [
  ...entries.filter(({ ahead }) => ahead).sort(latestFirst),
  ...entries.filter(({ ahead }) => !ahead).sort(latestFirst),
];

/** The latest first, also of two that share an instant. */
export const pastEntries = (history: TransactionView['paymentHistory']): TimelineEntry[] =>
  history
    .map((entry) => ({
      title: transactionTitle(entry.event),
      detail: entry.detail,
      status: statusLabel(entry.status),
      at: entry.timestamp,
      ahead: false,
    }))
    .reverse();
