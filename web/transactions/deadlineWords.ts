import type { Transaction } from '#application/contract/transactions.ts';
import type { DeadlineKind } from '#domain/transactions/commands.ts';
import { deadlineWords } from '../ui/deadlineWords.ts';
import type { TimelineEntry } from './timelineWords.ts';

export const dueAt = (sale: Pick<Transaction, 'deadlines'>, kind: DeadlineKind): string | null =>
  sale.deadlines.find((deadline) => deadline.kind === kind)?.dueAt ?? null;

/** The armed deadlines as entries ahead of the timeline, the furthest first. */
export const entriesAhead = (deadlines: Transaction['deadlines']): TimelineEntry[] =>
  [...deadlines]
    .sort((one, other) => Date.parse(other.dueAt) - Date.parse(one.dueAt))
    .flatMap(({ kind, dueAt: at }) => {
      const words = deadlineWords(kind);
      return words ? [{ ...words, status: null, at, ahead: true }] : [];
    });
