import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { databaseFailure } from '../composition/databaseFailure.ts';
import { checkDeployment } from '../composition/deployments.ts';
import { openStorage, type Storage } from '../composition/storage.ts';
import { openMetrics } from '../observability/metrics.ts';
import { withSettings } from '../postgres/address.ts';
import { allowedHostsOf } from '../settings/allowedHosts.ts';
import { type Config, type DataLocations, readConfig, readDataLocations } from '../settings/config.ts';
import { guardConnections } from '../system/egress.ts';
import { publicLookup } from '../system/hosts.ts';
import { startErrorLine } from '../system/startFailure.ts';

/** What is missing, if there is no marketplace. Creates, starts and migrates nothing. */
const missingMarketplace = async ({ dataDir, databaseUrl, database }: DataLocations): Promise<string | undefined> => {
  if (databaseUrl === undefined)
    // created at first start and never removed
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

// The reader has gone, as with `| head`: finish the work and keep the exit code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

export const write = (line: string): void => void process.stdout.write(`${line}\n`);
export const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Returns the exit code; default 0. */
export type Work = (storage: Storage, config: Config) => Promise<unknown>;

/** `undefined` if the arguments are not understood. */
type Operation = (words: readonly string[]) => Work | undefined;

const end = (work: Promise<unknown>): void => {
  work.then(
    (code) => process.exit(typeof code === 'number' ? code : 0),
    (error: unknown) => {
      const line = startErrorLine(error)?.replace('Reliquary cannot start: ', '');
      complain(line ?? (error instanceof Error ? String(error.stack) : String(error)));
      process.exit(1);
    },
  );
};

/** Exits with 2 if there is no marketplace. */
const unlessMissing = async (places: DataLocations, work: () => Promise<unknown>): Promise<unknown> => {
  const missing = await missingMarketplace(places);
  if (missing === undefined) return work();
  complain(missing);
  return 2;
};

/** Work without a marketplace. */
export const runAlone = (work: () => Promise<unknown>): void => end(Promise.resolve().then(work));

/** Work that opens the little it reads. */
export const runReading = (work: (places: ReturnType<typeof readDataLocations>) => Promise<unknown>): void => {
  const run = async () => {
    const places = readDataLocations(process.env);
    return unlessMissing(places, () => work(places));
  };
  end(run());
};

/** Work on an existing marketplace. */
export const withStorage = async (work: Work): Promise<unknown> => {
  const config = readConfig(process.env);
  // operator programs hold the same secrets as the server
  guardConnections({
    places: allowedHostsOf(config, { hasAmazonKeys: process.env.AWS_ACCESS_KEY_ID !== undefined }),
    trusted: publicLookup,
    refused: (place) => complain(`a connection was refused: no setting names ${place}`),
  });
  // No timeout: rebuilding a read model or rewrapping keys takes as long as it takes.
  config.database.statementTimeout = 0;
  const storage = await openStorage(config, openMetrics(), () => undefined);
  try {
    await checkDeployment({ db: storage.db, config, hash: storage.hashName, records: false });
    return await work(storage, config);
  } finally {
    await storage.close();
  }
};

/** Runs an operator program on an existing marketplace's database. Creates nothing. */
export const runOperation = (usage: string, operation: Operation): void => {
  const work = operation(process.argv.slice(2));
  if (work) runReading(() => withStorage(work));
  else {
    write(usage);
    process.exitCode = 2;
  }
};
