import type { Knex } from 'knex';
import { StartFailure } from '../system/startFailure.ts';

type KeptIn = 'PostgreSQL' | 'EventStoreDB';

const CLAIM = `
  INSERT INTO event_log (kept_in)
  SELECT CASE WHEN EXISTS (SELECT FROM events) THEN 'PostgreSQL' ELSE :keptIn END
  ON CONFLICT (single) DO UPDATE SET kept_in = :keptIn
  WHERE NOT EXISTS (SELECT FROM events)
    AND NOT EXISTS (SELECT FROM projections.checkpoints WHERE position IS NOT NULL)
    AND NOT EXISTS (SELECT FROM policy_checkpoints)`;

/** Positions are meaningless in another log, so a database stays with its log. @throws StartFailure */
export const claimLog = async (db: Knex, keptIn: KeptIn): Promise<void> => {
  await db.raw(CLAIM, { keptIn });
  const { kept_in: owner } = (await db('event_log').first('kept_in')) as { kept_in: KeptIn };
  if (owner === keptIn) return;
  throw new StartFailure(
    owner === 'EventStoreDB'
      ? 'the events of this database are in EventStoreDB; set EVENTSTORE_URL'
      : 'the events of this database are in PostgreSQL; with EVENTSTORE_URL it has to be another database (DATABASE_URL)',
  );
};
