import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

export type Finished = { status: number; output: string };

/** Runs one of PostgreSQL's programs as the server's account. */
export const runProgram = (
  binaries: string,
  program: string,
  args: readonly string[],
  account: Account | undefined,
): Promise<Finished> =>
  new Promise((finished, failed) => {
    const file = join(binaries, process.platform === 'win32' ? `${program}.exe` : program);
    // Not in a folder that the account might be unable to enter.
    execFile(file, args, { ...account, cwd: tmpdir(), encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') failed(error);
      else finished({ status: typeof error?.code === 'number' ? error.code : 0, output: `${stdout}${stderr}`.trim() });
    });
  });

/** What the running server, or the last one that was killed, wrote about itself. */
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

/** The preferred port if nobody has it, else any free one. */
export const freePort = (preferred = 0): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer();
    server.once('error', (error) => (preferred === 0 ? failed(error) : found(freePort())));
    server.listen(preferred, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });

/**
 * A killed server leaves its number behind: after a reboot or in a container a process of another program can carry it, and a dead
 * process that nobody has waited for still does.
 */
export const isForeignProcess = (pid: number): boolean => {
  try {
    const [, command = '', state] = /^\d+ \((.*)\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state === 'Z' || !command.startsWith('postgres');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
};
