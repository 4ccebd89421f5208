import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { databaseFailure } from '../composition/databaseFailure.ts';
import { withSettings } from '../postgres/address.ts';
import type { DataLocations } from '../settings/config.ts';

/** Whether there is something to look at: nothing is made, started or migrated to find out. Answers what is missing. */
export const missingMarketplace = async ({
  dataDir,
  databaseUrl,
  database,
}: DataLocations): Promise<string | undefined> => {
  if (databaseUrl === undefined)
    // made at the first start, and never taken away
    return existsSync(join(dataDir, 'postgres', 'password'))
      ? undefined
      : `there is no marketplace in ${dataDir} (DATA_DIR)`;
  const client = new Client({
    connectionString: withSettings(databaseUrl, database),
    connectionTimeoutMillis: 5_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query("SELECT to_regclass('events') IS NOT NULL AS there");
    return rows[0].there ? undefined : 'there is no marketplace in this database (DATABASE_URL)';
  } catch (error) {
    throw databaseFailure(error, databaseUrl);
  } finally {
    await client.end();
  }
};
