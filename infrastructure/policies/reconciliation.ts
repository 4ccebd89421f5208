import type { Knex } from 'knex';
import type { ProviderObject } from '#application/ports/payments.ts';
import type { LastRun, Reconciliation, RunUnderWay } from '#application/reconciliation/storage.ts';

type DiscrepancyRow = { id: string; since: string | number };

const isAsBefore =
  "provider_objects.object->>'state' = excluded.object->>'state' AND provider_objects.object->>'amount' = excluded.object->>'amount'";

export const openReconciliation = (db: Knex): Reconciliation => {
  const row = async (): Promise<{ under_way: RunUnderWay | null; last: LastRun | null } | undefined> =>
    db('reconciliation').first();
  return {
    underWay: async () => (await row())?.under_way ?? undefined,
    last: async () => (await row())?.last ?? undefined,
    save: async (run) => {
      await db('reconciliation').update({ under_way: JSON.stringify(run) });
    },
    finish: async (run) => {
      await db('reconciliation').update({ under_way: null, last: JSON.stringify(run) });
    },
    seen: async (objects, run, at) => {
      if (objects.length === 0) return new Map();
      const rows = objects.map((object) => ({ ...object, object }));
      const { rows: seen } = await db.raw<{ rows: DiscrepancyRow[] }>(
        `INSERT INTO provider_objects (kind, id, object, created_at, since, run)
         SELECT kind, id, object, "createdAt", "createdAt", :run
           FROM jsonb_to_recordset(:rows::jsonb) AS o (kind text, id text, object jsonb, "createdAt" bigint)
         ON CONFLICT (kind, id) DO UPDATE SET object = excluded.object, run = excluded.run,
           since = CASE WHEN ${isAsBefore} THEN provider_objects.since ELSE :at END
         RETURNING id, since`,
        { rows: JSON.stringify(rows), run, at },
      );
      return new Map(seen.map(({ id, since }) => [id, Number(since)]));
    },
    object: async (kind, id) => {
      const row: { object: ProviderObject } | undefined = await db('provider_objects')
        .where({ kind, id })
        .first('object');
      return row?.object;
    },
    vanished: async (kind, from, run, limit) => {
      const rows: { object: ProviderObject }[] = await db('provider_objects')
        .where({ kind })
        .andWhere('created_at', '>=', from)
        .andWhere('run', '<', run)
        .orderBy('created_at')
        .limit(limit);
      return rows.map(({ object }) => object);
    },
    told: async (eventId, at) => {
      const handled = { received_at: at, handled_at: at, outcome: 'unmatched' };
      await db('provider_events')
        .insert({ event_id: eventId, fact: '{}', ...handled })
        .onConflict('event_id')
        .ignore();
    },
    forget: async (objects) => {
      for (const { kind, id } of objects) await db('provider_objects').where({ kind, id }).delete();
    },
  };
};
