import type { Knex } from 'knex';
import type { Guesses } from '#application/accounts/storage.ts';

/** Counted under it are passwords for addresses that nobody has. */
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
