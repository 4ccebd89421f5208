import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { ADVISORY_LOCKS } from './advisoryLock.ts';
import { serverAccount, sharedFolder } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { initialize, orphanedClusters, placeCluster, refuseIncomplete, refuseLost } from './embedded/cluster.ts';
import {
  answers,
  freePort,
  isForeignProcess,
  type ProgramResult,
  readPidFile,
  runProgram,
  serverOwner,
} from './embedded/server.ts';
import { asArguments, SETTINGS } from './embedded/settings.ts';
import { type WatchOptions, watchServer } from './embedded/watch.ts';

export type EmbeddedPostgres = {
  /** URL of the database `postgres`; `application_name` identifies this process. */
  url: string;
  /** True if a running server was taken over, after a `kill -9` or next to another process. */
  adopted: boolean;
  /** Restarts the server whenever it is gone. */
  watch(options: WatchOptions): void;
  restart(): Promise<void>;
  /** Shuts down unless another process uses the server. Cuts this process's connections. */
  stop(options?: { evenIfUsed?: boolean }): Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** Folder of the server's files and password; created if missing. */
  dataDir: string;
  log?: (line: string) => void;
  settings?: Readonly<Record<string, string>>;
  /** For root: where to keep what the server account cannot reach in `dataDir`. */
  shared?: () => string;
};

const ATTEMPTS = 60;
/** For a server that was up before; the back-off between attempts is longer. */
const ATTEMPTS_AGAIN = 8;
/** Unused databases named in the log at start, at most. */
const MOST_NAMED = 3;
const APPLICATION = `reliquary-${process.pid}`;
/** Suffix of `application_name` while a process is about to leave the server. */
const LEAVING = '-leaving';

/** Starts the PostgreSQL from npm, or takes over the server of this folder. Concurrent starters share one server. */
export const startEmbeddedPostgres = async ({
  dataDir,
  log = () => undefined,
  settings = {},
  shared = sharedFolder,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const account = serverAccount();
  const cluster = placeCluster(dataDir, account, shared);
  const elsewhere = !cluster.startsWith(resolve(dataDir));
  refuseLost(cluster, dataDir);
  const binaries = await findBinaries(account);
  const logFile = join(cluster, 'server.log');
  if (!existsSync(join(cluster, 'PG_VERSION'))) log(`setting up a database in ${cluster}`);
  const password = await initialize(cluster, dataDir, binaries, account);
  refuseIncomplete(cluster);

  const control = (...args: string[]): Promise<ProgramResult> =>
    runProgram(binaries, 'pg_ctl', [...args, '-D', cluster], account);
  const lastLines = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-1500) : '');

  const forgetServer = () => rmSync(join(cluster, 'postmaster.pid'), { force: true });

  const findRunning = async (): Promise<number | undefined> => {
    const server = readPidFile(cluster);
    if (!server) return undefined;
    if (isForeignProcess(server.pid, cluster)) forgetServer();
    else if (server.ready && (await answers(server.port))) return server.port;
    return undefined;
  };

  /** Takes over a running server only if it serves this very folder. */
  const findOwn = async (): Promise<number | undefined> => {
    const port = await findRunning();
    const server = readPidFile(cluster);
    if (port === undefined || server?.port !== port) return undefined;
    const whose = await serverOwner(server, cluster, password);
    if (whose === 'another') forgetServer();
    return whose === 'own' ? port : undefined;
  };

  const start = async (attempts = ATTEMPTS, known?: number): Promise<{ port: number; adopted: boolean }> => {
    // Prefer the previous port, so that clients find the server again.
    const former = known ?? readPidFile(cluster)?.port;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const running = await findOwn();
      if (running) return { port: running, adopted: true };
      const port = await freePort(former);
      const options = `-p ${port} ${asArguments({ ...SETTINGS, ...settings })}`;
      const { status } = await control('start', '-w', '-t', '30', '-l', logFile, '-o', options);
      if (status === 0 && readPidFile(cluster)?.port === port) return { port, adopted: false };
      // Another starter is at work, or processes of a killed server are still exiting.
      await delay(250);
    }
    throw new Error(`the embedded PostgreSQL in ${cluster} did not start: ${lastLines()}`);
  };

  const { port, adopted } = await start();
  const url = `postgresql://reliquary:${password}@127.0.0.1:${port}/postgres?application_name=${APPLICATION}`;
  log(
    `PostgreSQL ${adopted ? 'was running already' : 'runs'} on port ${port}${elsewhere ? `; its files are in ${cluster}` : ''}`,
  );
  if (elsewhere) {
    const left = orphanedClusters(dataDir, dirname(cluster));
    for (const { cluster: unmatchedEvent, of } of left.slice(0, MOST_NAMED))
      log(
        `${unmatchedEvent} was the database of ${of}, which is gone: nothing uses it; remove it with: rm -r ${unmatchedEvent}*`,
      );
    if (left.length > MOST_NAMED) log(`and ${left.length - MOST_NAMED} more like it in ${dirname(cluster)}`);
  }

  /** Whether this process must stop the server. Leaving processes ask one at a time and do not count each other. */
  const isLast = async (): Promise<boolean> => {
    const leaving = new URL(url);
    leaving.searchParams.set('application_name', `${APPLICATION}${LEAVING}`);
    const pool = new Pool({ connectionString: leaving.href, max: 1 });
    // The process before us may stop the server meanwhile, which cuts this connection.
    pool.on('error', (error) => log(`PostgreSQL: ${error.message}`));
    try {
      await pool.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.leavingEmbedded]);
      const { rows } = await pool.query(
        `SELECT count(*)::int AS others FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND application_name <> $1 AND application_name NOT LIKE $2`,
        [APPLICATION, `%${LEAVING}`],
      );
      return rows[0].others === 0;
    } catch (error) {
      if (await findRunning()) throw error;
      return false;
    } finally {
      await pool.end();
    }
  };

  const stopNow = async (): Promise<void> => {
    const { status, output } = await control('stop', '-w', '-m', 'fast');
    if (status !== 0 && (await findRunning())) throw new Error(`the embedded PostgreSQL did not stop: ${output}`);
  };

  const startAgain = async (): Promise<void> => {
    const again = await start(ATTEMPTS_AGAIN, port);
    if (again.port === port) return;
    await stopNow();
    throw new Error(`port ${port} is taken`);
  };

  let unwatch: () => Promise<void> = () => Promise.resolve();
  return {
    url,
    adopted,
    watch: (options) => {
      unwatch = watchServer({ port, start: startAgain }, options);
    },
    restart: async () => {
      const { status, output } = await control('restart', '-w', '-m', 'fast', '-l', logFile);
      if (status !== 0) throw new Error(`the embedded PostgreSQL did not restart: ${output}`);
    },
    stop: async ({ evenIfUsed = false } = {}) => {
      await unwatch();
      if (!(await findRunning())) return;
      if (evenIfUsed || (await isLast())) await stopNow();
      else if (await findRunning()) log('PostgreSQL goes on: another process uses it');
    },
  };
};
