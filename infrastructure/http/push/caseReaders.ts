import type { Knex } from 'knex';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import { CASE_READERS, WAKE_UP_CHANNEL } from '#projections/engine/wakeUps.ts';
import type { Migration } from '../../postgres/migrate.ts';

/** A browser repeats that it shows a case more often than this, seconds. */
const GONE_AFTER = 45;
/** No report of a visit arrives this long after it was left, seconds. */
const LATEST = 600;
/** Browsers of earlier releases name no visit. */
const UNNAMED = '';

/**
 * `seen_at`, `read_at`: system time. `read_to`: the newest that the person has had on the screen. `case_visits` is unlogged: after a crash
 * the browsers report again. An earlier release, which may run beside this one, writes `case_readers` instead.
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
    name: 'case_visits_1',
    up: (db) =>
      db.raw(`
        CREATE UNLOGGED TABLE case_visits (
          transaction_id text NOT NULL,
          account_id text NOT NULL,
          visit text NOT NULL,
          seen_at timestamptz NOT NULL,
          has_left boolean NOT NULL,
          PRIMARY KEY (transaction_id, account_id, visit)
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
    /** Means nothing once the visit was left: reports may overtake each other. */
    enter: async (transaction: TransactionId, account: AccountId, visit = UNNAMED): Promise<void> => {
      await db.raw(
        `DELETE FROM case_visits WHERE seen_at < now() - make_interval(secs => CASE WHEN has_left THEN ${LATEST} ELSE ${GONE_AFTER} END)`,
      );
      const { rows } = await db.raw<{ rows: { is_new: boolean }[] }>(
        `INSERT INTO case_visits (transaction_id, account_id, visit, seen_at, has_left) VALUES (?, ?, ?, now(), false)
         ON CONFLICT (transaction_id, account_id, visit) DO UPDATE SET seen_at = now() WHERE NOT case_visits.has_left
         RETURNING xmax = 0 AS is_new`,
        [transaction, account, visit],
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
    /** Also of a visit that nobody has reported yet. Without a name: all visits without one. */
    leave: async (transaction: TransactionId, account: AccountId, visit = UNNAMED): Promise<void> => {
      const left = { transaction_id: transaction, account_id: account, visit };
      if (visit === UNNAMED) await db('case_visits').where(left).delete();
      else
        await db('case_visits')
          .insert({ ...left, seen_at: db.fn.now(), has_left: true })
          .onConflict(['transaction_id', 'account_id', 'visit'])
          .merge(['seen_at', 'has_left']);
      await wakeQueues();
    },
    /** By transaction, in no order. */
    of: async (transactions: readonly TransactionId[]): Promise<ReadonlyMap<TransactionId, AccountId[]>> => {
      const { rows } = await db.raw<{ rows: { transaction_id: TransactionId; account_ids: AccountId[] }[] }>(
        `SELECT transaction_id, array_agg(DISTINCT account_id ORDER BY account_id) AS account_ids FROM case_visits
          WHERE transaction_id = ANY(?) AND NOT has_left AND seen_at >= now() - interval '${GONE_AFTER} seconds'
          GROUP BY transaction_id`,
        [[...transactions]],
      );
      return new Map(rows.map(({ transaction_id, account_ids }) => [transaction_id, account_ids]));
    },
  };
};
