import type { TransactionView } from '#application/contract/transactions.ts';
import { deadlineWords, REMINDER_EMAILS } from '#domain/notifications/deadlines.ts';
import { titleAfter } from '#domain/notifications/transactionTitles.ts';
import { DISPLAY_LABELS } from '#domain/transactions/statuses.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';

/** An unknown status is shown as Created (document 2, section 4). */
const statusLabel = (status: string): string =>
  DISPLAY_LABELS[status as keyof typeof DISPLAY_LABELS] ?? DISPLAY_LABELS.CREATED;

export type TimelineEntry = { title: string; detail: string | null; status: string | null; at: string; ahead: boolean };

const latestFirst = (one: TimelineEntry, other: TimelineEntry): number => Date.parse(other.at) - Date.parse(one.at);

/** Newest first, so that upcoming entries are on top. */
export const inOrder = (entries: readonly TimelineEntry[]): TimelineEntry[] => [
  ...entries.filter(({ ahead }) => ahead).sort(latestFirst),
  ...entries.filter(({ ahead }) => !ahead).sort(latestFirst),
];

/** Latest first, also for two events at the same instant. */
export const pastEntries = (history: TransactionView['paymentHistory']): TimelineEntry[] =>
  history
    .map((entry, place) => ({
      title: titleAfter(entry, history[place - 1]),
      detail: entry.detail,
      status: statusLabel(entry.status),
      at: entry.timestamp,
      ahead: false,
    }))
    .reverse();

/** Armed deadlines as timeline entries. A sent reminder stays armed, so it counts as past. */
export const deadlineEntries = (
  transaction: Pick<TransactionView, 'deadlines' | 'policyVersion'>,
  now: number,
): TimelineEntry[] =>
  transaction.deadlines.flatMap(({ kind, dueAt: at }) => {
    const words = deadlineWords(kind, termsOf(transaction));
    const isSent = Object.hasOwn(REMINDER_EMAILS, kind) && Date.parse(at) <= now;
    return words ? [{ ...words, status: null, at, ahead: !isSent }] : [];
  });
