import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';

export type Due = { checkouts: boolean; refunds: boolean; payouts: boolean; webhooks: boolean };

/** One statement, because it runs twice a second and rarely finds anything. */
export const openDueActions =
  ({ db, clock }: { db: Knex; clock: Clock }) =>
  async (): Promise<Due> => {
    const { rows } = await db.raw<{ rows: [Due] }>(
      `SELECT EXISTS (SELECT FROM simulated_provider.checkouts WHERE state = 'processing' AND settles_at <= :now) AS checkouts,
              EXISTS (SELECT FROM simulated_provider.refunds WHERE state = 'pending' AND due_at <= :now) AS refunds,
              EXISTS (SELECT FROM simulated_provider.payouts WHERE state IN ('pending', 'returning') AND due_at <= :now) AS payouts,
              EXISTS (SELECT FROM simulated_provider.webhooks WHERE delivered_at IS NULL AND next_attempt_at <= :now) AS webhooks`,
      { now: clock.now() },
    );
    return rows[0];
  };
