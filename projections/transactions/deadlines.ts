import type { Knex } from 'knex';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Deadline } from '#domain/transactions/commands.ts';

type ArmedDeadline = Deadline & { transactionId: TransactionId };

const NOT_FIRED = `NOT EXISTS (
  SELECT FROM projections.fired_reminders f
   WHERE f.transaction_id = d.transaction_id AND f.kind = d.kind AND f.due_at = d.due_at)`;

/** Due deadlines, oldest first, without reminders already sent. */
export const dueDeadlines = async (db: Knex, now: number, limit: number): Promise<ArmedDeadline[]> => {
  const { rows } = await db.raw<{ rows: ArmedDeadline[] }>(
    `SELECT d.transaction_id AS "transactionId", d.kind, d.due_at AS "dueAt"
       FROM read_deadlines.deadlines d WHERE d.due_at <= ? AND ${NOT_FIRED}
      ORDER BY d.due_at, d.transaction_id, d.kind LIMIT ?`,
    [now, limit],
  );
  return rows;
};

/** A reminder records no event, so this table remembers it beyond rebuilds. False if another process was first. */
export const markReminderFired = async (db: Knex, reminder: ArmedDeadline, now: number): Promise<boolean> => {
  const { transactionId, kind, dueAt } = reminder;
  const { rowCount } = await db.raw(
    `INSERT INTO projections.fired_reminders (transaction_id, kind, due_at, fired_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [transactionId, kind, dueAt, now],
  );
  return rowCount === 1;
};
