import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Account } from './account.ts';
import { ClusterFault } from './clusterFault.ts';

export type ProgramResult = { status: number; output: string };

/** Runs a PostgreSQL program as the server account. */
export const runProgram = (
  binaries: string,
  program: string,
  args: readonly string[],
  account: Account | undefined,
): Promise<ProgramResult> =>
  new Promise((finished, failed) => {
    const file = join(binaries, process.platform === 'win32' ? `${program}.exe` : program);
    // The account may not be able to enter the current folder.
    execFile(file, args, { ...account, cwd: tmpdir(), encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') failed(error);
      else finished({ status: typeof error?.code === 'number' ? error.code : 0, output: `${stdout}${stderr}`.trim() });
    });
  });

/** Reads `postmaster.pid` of the running server, or of the last one that was killed. */
export const readPidFile = (cluster: string): { pid: number; port: number; ready: boolean } | undefined => {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.startsWith('ready') ?? false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

export const answers = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      answer(true);
    });
    socket.once('error', () => answer(false));
  });

/** The preferred port if it is free, otherwise any free one. */
export const freePort = (preferred = 0): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer();
    server.once('error', (error) => (preferred === 0 ? failed(error) : found(freePort())));
    server.listen(preferred, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });

/** Undefined if the system does not show a process's working folder. */
const worksIn = (pid: number, folder: string): boolean | undefined => {
  if (!existsSync('/proc/self/cwd')) return undefined;
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
};

/**
 * A killed server leaves its pid behind, which another program or a zombie may now have; in a copied cluster it is
 * the pid of the original's server. A PostgreSQL server's working folder is its cluster.
 */
export const isForeignProcess = (pid: number, cluster: string): boolean => {
  try {
    const [, command = '', state] = /^\d+ \((.*)\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state === 'Z' || !command.startsWith('postgres') || worksIn(pid, cluster) === false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
};

const ASKED_WITHIN = 5_000;

/** The data folder of the server at this port; undefined if it refuses the password or does not answer. */
const folderServedAt = async (port: number, password: string): Promise<string | undefined> => {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'reliquary',
    password,
    database: 'postgres',
    connectionTimeoutMillis: ASKED_WITHIN,
    query_timeout: ASKED_WITHIN,
  });
  // a server that stops meanwhile closes the connection, and the query fails
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("SELECT current_setting('data_directory') AS folder");
    return rows[0].folder;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
};

export const isSameFolder = (one: string, other: string): boolean =>
  existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);

export type ServerOwner = 'own' | 'another' | 'unknown';

/**
 * Whose server `postmaster.pid` points to. A copied cluster includes the original's pid file, port and password.
 * @throws if the cluster was moved away under its server
 */
export const serverOwner = async (
  { pid, port }: { pid: number; port: number },
  cluster: string,
  password: string,
): Promise<ServerOwner> => {
  const folder = await folderServedAt(port, password);
  if (folder === undefined) return 'unknown';
  if (isSameFolder(folder, cluster)) return 'own';
  if (worksIn(pid, cluster) ?? !existsSync(folder))
    throw new ClusterFault(
      `the PostgreSQL in ${cluster} (process ${pid}) still runs for ${folder}: stop that process first`,
    );
  return 'another';
};
