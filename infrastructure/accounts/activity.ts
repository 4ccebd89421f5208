import type { Knex } from 'knex';
import type { Activity, Inactive, Inactivity } from '#application/accounts/storage.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';

const LAST_SEEN = 'greatest(a.joined_at, coalesce(s.last_seen_at, 0))';

export const openActivity = (db: Knex): Activity & Inactivity => {
  const inactive = async (warned: string, values: { notSeenSince: Instant; limit: number; warnedBy?: Instant }) => {
    const { rows } = await db.raw<{ rows: Inactive[] }>(
      `SELECT a.id AS account, ${LAST_SEEN} AS "lastSeenAt"
         FROM read_accounts.accounts a LEFT JOIN account_activity s ON s.account_id = a.id
        WHERE a.status IN ('active', 'unverified') AND a.roles = '{member}' AND ${LAST_SEEN} <= :notSeenSince AND ${warned}
        ORDER BY 2, 1 LIMIT :limit`,
      values,
    );
    return rows.map(({ account, lastSeenAt }) => ({ account, lastSeenAt: Number(lastSeenAt) }));
  };

  return {
    seen: async (account, at) => {
      await db.raw(
        `INSERT INTO account_activity AS s (account_id, last_seen_at) VALUES (:account, :at)
         ON CONFLICT (account_id) DO UPDATE SET last_seen_at = excluded.last_seen_at, warned_at = NULL
          WHERE s.last_seen_at <= excluded.last_seen_at - ${DAY} OR s.warned_at IS NOT NULL`,
        { account, at },
      );
    },
    toWarn: (notSeenSince, limit) => inactive('s.warned_at IS NULL', { notSeenSince, limit }),
    markWarned: async (account, at) => {
      await db.raw(
        `INSERT INTO account_activity (account_id, last_seen_at, warned_at) VALUES (:account, 0, :at)
         ON CONFLICT (account_id) DO UPDATE SET warned_at = excluded.warned_at`,
        { account, at },
      );
    },
    toDelete: (notSeenSince, warnedBy, limit) =>
      inactive('s.warned_at <= :warnedBy', { notSeenSince, limit, warnedBy }),
  };
};
