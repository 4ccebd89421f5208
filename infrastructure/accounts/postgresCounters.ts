import type { Knex } from 'knex';
import type { Guesses } from '#application/accounts/storage.ts';
import type { SecurityCounts } from '#application/audit/securityLog.ts';
import type { Openings } from '#application/conversations/storage.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLock.ts';

/** Counts attempts on addresses without an account. */
const NOBODY = 'nobody';

export const openPostgresGuesses = (db: Knex): Guesses => ({
  wrong: async (account) => {
    const { rows } = await db.raw<{ rows: { failures: number }[] }>(
      `INSERT INTO wrong_passwords AS w (account_id, failures) VALUES (?, 1)
       ON CONFLICT (account_id) DO UPDATE SET failures = least(w.failures + 1, 1000000) RETURNING failures`,
      [account ?? NOBODY],
    );
    return rows[0]!.failures;
  },
  right: async (account) => void (await db('wrong_passwords').where({ account_id: account }).delete()),
});

export const openPostgresSecurityCounts = (db: Knex): SecurityCounts => ({
  next: async (kind, day) => {
    const { rows } = await db.raw<{ rows: { times: number }[] }>(
      `INSERT INTO security_counts AS c (kind, day, times) VALUES (?, ?, 1)
       ON CONFLICT (kind, day) DO UPDATE SET times = least(c.times + 1, 1000000000) RETURNING times`,
      [kind, day],
    );
    return rows[0]!.times;
  },
});

export const openPostgresOpenings = (db: Knex): Openings => ({
  take: (account, conversation, { at, since, most }) =>
    db.transaction(async (transaction) => {
      await transaction.raw('SELECT pg_advisory_xact_lock(?, hashtext(?))', [ADVISORY_LOCKS.openings, account]);
      const places = () => transaction('conversation_openings').where({ account_id: account });
      await places().where('opened_at', '<=', since).delete();
      const standing: { conversation_id: string; opened_at: number }[] = await places().orderBy('opened_at');
      const oldest = Number(standing[0]?.opened_at ?? at);
      if (standing.some(({ conversation_id }) => conversation_id === conversation)) return { taken: true, oldest };
      if (standing.length >= most) return { taken: false, oldest };
      await transaction('conversation_openings').insert({
        account_id: account,
        conversation_id: conversation,
        opened_at: at,
      });
      return { taken: true, oldest };
    }),
});
