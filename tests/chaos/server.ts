import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serverAccount, sharedFolder } from '#infrastructure/postgres/embedded/account.ts';
import { placeCluster, readPassword } from '#infrastructure/postgres/embedded/cluster.ts';
import { readPidFile } from '#infrastructure/postgres/embedded/server.ts';
import { freePort } from '../support/freePort.ts';

const root = new URL('../..', import.meta.url).pathname;
const clock = new URL('clock.mjs', import.meta.url).href;
const PATIENCE = 180_000;

/** The product as `npm start` runs it, fully embedded, in its own folder below `within`. */
export const openServer = async (variables: Record<string, string>, within = tmpdir()) => {
  const dataDir = mkdtempSync(join(within, 'reliquary-chaos-'));
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let said = '';

  const postgres = join(dataDir, 'postgres');
  const running = () => {
    const found = readPidFile(placeCluster(postgres, serverAccount(), sharedFolder));
    if (!found) throw new Error('its PostgreSQL does not run');
    return found;
  };
  const start = (): void => {
    child = spawn(process.execPath, ['--import', clock, '--enable-source-maps', 'dist/bundle/main.js'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: '0',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        ...variables,
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-4_000);
      });
  };
  /** Ms until it is ready. */
  const ready = async (): Promise<number> => {
    const since = Date.now();
    let answered = 'nothing';
    while (Date.now() - since < PATIENCE) {
      answered = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) })
        .then(async (answer) => `${answer.status} ${await answer.text()}`)
        .catch((error) => String(error.cause ?? error));
      if (answered.startsWith('200 ')) return Date.now() - since;
      await delay(50);
    }
    throw new Error(`it is not ready after ${PATIENCE / 1_000} s, answers ${answered}, and said: ${said}`);
  };
  const ended = (one: ChildProcess): Promise<unknown> =>
    one.exitCode === null && one.signalCode === null
      ? new Promise((resolve) => one.once('exit', resolve))
      : Promise.resolve();

  start();
  await ready();
  return {
    url,
    ready,
    start,
    databaseUrl: (): string => `postgresql://reliquary:${readPassword(postgres)}@127.0.0.1:${running().port}/postgres`,
    kill: async (): Promise<void> => {
      const killed = child!;
      killed.kill('SIGKILL');
      await ended(killed);
    },
    killPostgres: (): void => void process.kill(running().pid, 'SIGKILL'),
    freeze: (): void => void child?.kill('SIGSTOP'),
    thaw: (): void => void child?.kill('SIGCONT'),
    /** Moves its clock back by an hour, or forward again: see clock.mjs. */
    turnClock: (): void => void child?.kill('SIGUSR2'),
    close: async (): Promise<void> => {
      const ending = child!;
      ending.kill('SIGTERM');
      await Promise.race([ended(ending), delay(30_000).then(() => ending.kill('SIGKILL'))]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export type Server = Awaited<ReturnType<typeof openServer>>;
