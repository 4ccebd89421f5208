import type { Knex } from 'knex';
import type { SecurityCounts } from '#application/audit/securityLog.ts';

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
