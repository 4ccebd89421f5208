import type { Knex } from 'knex';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import { CASE_READERS, WAKE_UP_CHANNEL } from '#projections/engine/wakeUps.ts';
import type { Migration } from '../../postgres/migrate.ts';

/** A browser repeats that it shows a case more often than this, seconds. */
const GONE_AFTER = 45;

/**
 * `seen_at`, `read_at`: system time. `read_to`: the newest that the person has had on the screen. `case_readers` is unlogged: after a crash
 * the browsers report again.
 */
export const caseReaderMigrations: Migration[] = [
  {
    name: 'case_readers_1',
    up: (db) =>
      db.raw(`
        CREATE UNLOGGED TABLE case_readers (
          transaction_id text NOT NULL,
          account_id text NOT NULL,
          seen_at timestamptz NOT NULL,
          PRIMARY KEY (transaction_id, account_id)
        )
      `),
  },
  {
    name: 'case_reads_1',
    up: (db) =>
      db.raw(`
        CREATE TABLE case_reads (
          transaction_id text NOT NULL,
          account_id text NOT NULL,
          read_to timestamptz NOT NULL,
          read_at timestamptz NOT NULL,
          PRIMARY KEY (transaction_id, account_id)
        )
      `),
  },
];

/** Who has which case on the screen now. Wakes the queues when that changes. */
export type CaseReaders = ReturnType<typeof openCaseReaders>;

export const openCaseReaders = (db: Knex) => {
  const wakeQueues = () => db.raw('SELECT pg_notify(?, ?)', [WAKE_UP_CHANNEL, `cases ${CASE_READERS}`]);
  return {
    enter: async (transaction: TransactionId, account: AccountId): Promise<void> => {
      await db.raw(`DELETE FROM case_readers WHERE seen_at < now() - interval '${GONE_AFTER} seconds'`);
      const { rows } = await db.raw<{ rows: { is_new: boolean }[] }>(
        `INSERT INTO case_readers (transaction_id, account_id, seen_at) VALUES (?, ?, now())
         ON CONFLICT (transaction_id, account_id) DO UPDATE SET seen_at = now() RETURNING xmax = 0 AS is_new`,
        [transaction, account],
      );
      if (rows[0]?.is_new) await wakeQueues();
    },
    /** Stores how far a person has read. Returns how far before, by the clock of the cases; undefined at the first visit. */
    readTo: async (
      transaction: TransactionId,
      account: AccountId,
      newest: Date | undefined,
    ): Promise<Date | undefined> => {
      const before = await db('case_reads')
        .where({ transaction_id: transaction, account_id: account })
        .first('read_to');
      if (newest)
        await db.raw(
          `INSERT INTO case_reads (transaction_id, account_id, read_to, read_at) VALUES (?, ?, ?, now())
           ON CONFLICT (transaction_id, account_id)
           DO UPDATE SET read_to = greatest(case_reads.read_to, excluded.read_to), read_at = now()`,
          [transaction, account, newest],
        );
      return before?.read_to;
    },
    leave: async (transaction: TransactionId, account: AccountId): Promise<void> => {
      const left = await db('case_readers').where({ transaction_id: transaction, account_id: account }).delete();
      if (left > 0) await wakeQueues();
    },
    /** By transaction, in no order. */
    of: async (transactions: readonly TransactionId[]): Promise<ReadonlyMap<TransactionId, AccountId[]>> => {
      const { rows } = await db.raw<{ rows: { transaction_id: TransactionId; account_ids: AccountId[] }[] }>(
        `SELECT transaction_id, array_agg(account_id ORDER BY account_id) AS account_ids FROM case_readers
          WHERE transaction_id = ANY(?) AND seen_at >= now() - interval '${GONE_AFTER} seconds' GROUP BY transaction_id`,
        [[...transactions]],
      );
      return new Map(rows.map(({ transaction_id, account_ids }) => [transaction_id, account_ids]));
    },
  };
};
