import type { Knex } from 'knex';
import type { Reports } from '#application/reconciliation/storage.ts';
import { movedBetween, waitingNow } from '#projections/transactions/ledger/weeklyReport.ts';

export const openReports = (db: Knex): Reports => ({
  totals: async (from, until) => {
    const unmatchedEvents = await db('provider_events')
      .where({ outcome: 'orphan' })
      .whereBetween('received_at', [from, until - 1])
      .count({ n: '*' })
      .first();
    return {
      ...(await movedBetween(db, from, until)),
      ...(await waitingNow(db)),
      orphanFacts: Number(unmatchedEvents?.n ?? 0),
    };
  },
});
