import type { DueDeadline } from '#application/transactions/storage.ts';
import { armedDeadlines, type Sale } from '#domain/transactions/transaction.ts';
import type { Database } from './database/database.ts';

/** The deadlines that are really armed, whatever the read model has seen. */
export const openDueness = (database: Database) => {
  const rows = new Map<string, DueDeadline[]>();
  let firedRows: readonly unknown[] = [];
  let fired = new Set<string>();
  const keyOf = ({ transactionId, kind, dueAt }: DueDeadline) => `${transactionId} ${kind} ${dueAt}`;

  /** A reminder fires once, and the transaction does not store that. */
  const isOpen = (row: DueDeadline): boolean => {
    const now = database.read('projections.fired_reminders');
    if (now !== firedRows)
      fired = new Set(now.map(({ transaction_id, kind, due_at }) => `${transaction_id} ${kind} ${due_at}`));
    firedRows = now;
    return !fired.has(keyOf(row));
  };

  return {
    changed: (transactionId: string, transaction: Sale): void =>
      void rows.set(
        transactionId,
        armedDeadlines(transaction).map((deadline) => ({ transactionId, ...deadline })),
      ),
    open: (): DueDeadline[] => [...rows.values()].flat().filter(isOpen),
    /** Deadlines for which the read model differs. */
    misread: (): string[] => {
      const truth = new Set([...rows.values()].flat().map(keyOf));
      const read = database
        .read('read_deadlines.deadlines')
        .map(({ transaction_id, kind, due_at }) => `${transaction_id} ${kind} ${due_at}`);
      const known = new Set(read);
      const extra = read.filter((row) => !truth.has(row)).map((row) => `${row}, which does not stand`);
      return [...extra, ...[...truth].filter((row) => !known.has(row)).map((row) => `${row}, which it does not know`)];
    },
  };
};
