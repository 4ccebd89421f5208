import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import { serverAccount } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { initialize, placeCluster, refuseIncomplete, refuseLost, unmatchedEvents } from './embedded/cluster.ts';
import {
  answers,
  type ProgramResult,
  freePort,
  isForeignProcess,
  readPidFile,
  runProgram,
  whoseServer,
} from './embedded/server.ts';
import { asArguments, SETTINGS } from './embedded/settings.ts';
import { sharedFolder } from './embedded/sharedFolder.ts';
import { type WatchOptions, watchServer } from './embedded/watch.ts';

export type EmbeddedPostgres = {
  /** Of the database `postgres`; it carries this process in `application_name`. */
  url: string;
  /** A server that was running already, after a `kill -9` or beside another process, was taken over as it is. */
  adopted: boolean;
  /** From now on it is started again when it is gone. */
  watch(options: WatchOptions): void;
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
  /** Where root keeps what the server's own account could not reach in `dataDir`. */
  shared?: () => string;
};

const ATTEMPTS = 60;
/** Of one that was up before: the back-off between them is longer. */
const ATTEMPTS_AGAIN = 8;
/** A start says some lines, not a hundred. */
const MOST_NAMED = 3;
const APPLICATION = `reliquary-${process.pid}`;
/** Ends the name of a connection whose process is about to leave the server. */
const LEAVING = '-leaving';

/** Starts the PostgreSQL that comes with npm, or takes over the one that runs on this folder. Several starters at once share one server. */
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

  /** A server that runs may be taken over only if it serves this very folder. */
  const findOwn = async (): Promise<number | undefined> => {
    const port = await findRunning();
    const server = readPidFile(cluster);
    if (port === undefined || server?.port !== port) return undefined;
    const whose = await whoseServer(server, cluster, password);
    if (whose === 'another') forgetServer();
    return whose === 'own' ? port : undefined;
  };

  const start = async (attempts = ATTEMPTS, known?: number): Promise<{ port: number; adopted: boolean }> => {
    // The port it had before it was killed, so that whoever used it finds it again.
    const former = known ?? readPidFile(cluster)?.port;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const running = await findOwn();
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
  log(
    `PostgreSQL ${adopted ? 'was running already' : 'runs'} on port ${port}${elsewhere ? `; its files are in ${cluster}` : ''}`,
  );
  if (elsewhere) {
    const left = unmatchedEvents(dataDir, dirname(cluster));
    for (const { cluster: unmatchedEvent, of } of left.slice(0, MOST_NAMED))
      log(
        `${unmatchedEvent} was the database of ${of}, which is gone: nothing uses it; remove it with: rm -r ${unmatchedEvent}*`,
      );
    if (left.length > MOST_NAMED) log(`and ${left.length - MOST_NAMED} more like it in ${dirname(cluster)}`);
  }

  /** Whether it is this process that has to stop the server. Those who leave at the same moment ask one after another and do not count each other. */
  const isLast = async (): Promise<boolean> => {
    const leaving = new URL(url);
    leaving.searchParams.set('application_name', `${APPLICATION}${LEAVING}`);
    const pool = new Pool({ connectionString: leaving.href, max: 1 });
    // Whoever asked before may stop the server meanwhile, which cuts this connection.
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
