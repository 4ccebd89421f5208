import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { serverAccount } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { initialize, placeCluster, readPassword } from './embedded/cluster.ts';
import { answers, type Finished, freePort, isForeignProcess, readPidFile, runProgram } from './embedded/server.ts';
import { asArguments, SETTINGS } from './embedded/settings.ts';

export type EmbeddedPostgres = {
  /** Of the database `postgres`; it carries this process in `application_name`. */
  url: string;
  /** A server that was running already, after a `kill -9` or beside another process, was taken over as it is. */
  adopted: boolean;
  /** Stops and starts the server on the same port. */
  restart(): Promise<void>;
  /** Shuts the server down unless another process still uses it. Connections of this process are cut. */
  stop(options?: { evenIfUsed?: boolean }): Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** Holds the server's files and its password; made when missing. */
  dataDir: string;
  log?: (line: string) => void;
  settings?: Readonly<Record<string, string>>;
};

const ATTEMPTS = 60;
const APPLICATION = `reliquary-${process.pid}`;

/** Starts the PostgreSQL that comes with npm, or takes over the one that runs on this folder. Several starters at once share one server. */
export const startEmbeddedPostgres = async ({
  dataDir,
  log = () => undefined,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const account = serverAccount();
  const cluster = placeCluster(dataDir, account);
  const password = readPassword(dataDir);
  const binaries = await findBinaries(account);
  const logFile = join(cluster, 'server.log');
  if (!existsSync(join(cluster, 'PG_VERSION'))) log(`setting up a database in ${cluster}`);
  await initialize(cluster, password, binaries, account);

  const control = (...args: string[]): Promise<Finished> =>
    runProgram(binaries, 'pg_ctl', [...args, '-D', cluster], account);
  const lastLines = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-1500) : '');

  const findRunning = async (): Promise<number | undefined> => {
    const server = readPidFile(cluster);
    if (!server) return undefined;
    if (isForeignProcess(server.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true });
    else if (server.ready && (await answers(server.port))) return server.port;
    return undefined;
  };

  const start = async (): Promise<{ port: number; adopted: boolean }> => {
    // The port it had before it was killed, so that whoever used it finds it again.
    const former = readPidFile(cluster)?.port;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const running = await findRunning();
      if (running) return { port: running, adopted: true };
      const port = await freePort(former);
      const options = `-p ${port} ${asArguments({ ...SETTINGS, ...settings })}`;
      const { status } = await control('start', '-w', '-t', '30', '-l', logFile, '-o', options);
      if (status === 0 && readPidFile(cluster)?.port === port) return { port, adopted: false };
      // Another starter is on its way, or processes of a killed server are still leaving.
      await delay(250);
    }
    throw new Error(`the embedded PostgreSQL in ${cluster} did not start: ${lastLines()}`);
  };

  const { port, adopted } = await start();
  const url = `postgresql://reliquary:${password}@127.0.0.1:${port}/postgres?application_name=${APPLICATION}`;
  log(`PostgreSQL ${adopted ? 'was running already' : 'runs'} on port ${port}`);

  const usedByOthers = async (): Promise<boolean> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query(
        "SELECT count(*)::int AS others FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> $1",
        [APPLICATION],
      );
      return rows[0].others > 0;
    } finally {
      await client.end();
    }
  };

  return {
    url,
    adopted,
    restart: async () => {
      const { status, output } = await control('restart', '-w', '-m', 'fast', '-l', logFile);
      if (status !== 0) throw new Error(`the embedded PostgreSQL did not restart: ${output}`);
    },
    stop: async ({ evenIfUsed = false } = {}) => {
      if (!(await findRunning())) return;
      if (!evenIfUsed && (await usedByOthers())) return log('PostgreSQL goes on: another process uses it');
      const { status, output } = await control('stop', '-w', '-m', 'fast');
      if (status !== 0) throw new Error(`the embedded PostgreSQL did not stop: ${output}`);
    },
  };
};
