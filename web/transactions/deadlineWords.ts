import type { TransactionView } from '#application/contract/transactions.ts';
import { deadlineWords } from '#domain/notifications/deadlines.ts';
import { type DeadlineKind, isReminder } from '#domain/transactions/commands.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import type { TimelineEntry } from './timelineWords.ts';

export const dueAt = (transaction: Pick<TransactionView, 'deadlines'>, kind: DeadlineKind): string | null =>
  transaction.deadlines.find((deadline) => deadline.kind === kind)?.dueAt ?? null;

/** The armed deadlines as entries of the timeline. A reminder changes no sale, so it stays armed when it has gone out: then it is past. */
export const deadlineEntries = (
  transaction: Pick<TransactionView, 'deadlines' | 'policyVersion'>,
  now: number,
): TimelineEntry[] =>
  transaction.deadlines.flatMap(({ kind, dueAt: at }) => {
    const words = deadlineWords(kind, termsOf(transaction));
    return words ? [{ ...words, status: null, at, ahead: !(isReminder(kind) && Date.parse(at) <= now) }] : [];
  });
