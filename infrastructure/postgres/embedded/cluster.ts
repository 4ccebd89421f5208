import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, canReach } from './account.ts';
import { runProgram } from './server.ts';
import { sharedFolder } from './sharedFolder.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Makes the data folder and says where in it, or near it, the server's own files live. @throws when it cannot be written */
export const placeCluster = (dataDir: string, account: Account | undefined): string => {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new Error(`cannot write to the data folder ${resolve(dataDir)}: ${(error as Error).message}`);
  }
  if (!account || canReach(dataDir, account)) return resolve(dataDir, 'cluster');
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  return join(sharedFolder(), `data-${name}`);
};

/** The server's password, made at first start; only its owner can read it. Two starters agree on one. */
export const readPassword = (dataDir: string): string => {
  const file = join(dataDir, 'password');
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, randomBytes(24).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(unfinished, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(unfinished);
    }
  }
  return readFileSync(file, 'utf8');
};

const removeUnfinished = (cluster: string): void => {
  const prefix = `${basename(cluster)}.init-`;
  for (const name of readdirSync(dirname(cluster)))
    if (name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true });
};

/** Fills a new cluster beside its place and moves it there, so that a killed or second starter never leaves half of one. */
export const initialize = async (cluster: string, password: string, binaries: string, account: Account | undefined) => {
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  removeUnfinished(cluster);
  const fresh = mkdtempSync(`${cluster}.init-${process.pid}-`);
  const passwordFile = join(fresh, 'password');
  const files = join(fresh, 'files');
  mkdirSync(files, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const path of [fresh, files, passwordFile]) chownSync(path, account.uid, account.gid);

  const options = [
    '-U',
    'reliquary',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--no-instructions',
  ];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const { status, output } = await runProgram(binaries, 'initdb', ['-D', files, ...options, ...locale], account);
  if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${output}`);
  try {
    renameSync(files, cluster);
  } catch (error) {
    const wasFirst = existsSync(join(cluster, 'PG_VERSION'));
    if (!wasFirst) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
};
