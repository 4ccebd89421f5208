import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';

/** Whether there is something to look at: nothing is made, started or migrated to find out. Answers what is missing. */
export const missingMarketplace = async ({
  DATA_DIR,
  DATABASE_URL,
}: NodeJS.ProcessEnv): Promise<string | undefined> => {
  if (!DATABASE_URL) {
    const folder = resolve(DATA_DIR || '.data');
    // made at the first start, and never taken away
    return existsSync(join(folder, 'postgres', 'password'))
      ? undefined
      : `there is no marketplace in ${folder} (DATA_DIR)`;
  }
  const client = new Client({ connectionString: DATABASE_URL, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query("SELECT to_regclass('events') IS NOT NULL AS there");
    return rows[0].there ? undefined : 'there is no marketplace in this database (DATABASE_URL)';
  } finally {
    await client.end();
  }
};
