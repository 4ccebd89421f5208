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
import { ClusterFault } from './clusterFault.ts';
import { isSameFolder, runProgram } from './server.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Write-once file, readable by its owner only. Of several starters, the first one's content wins. */
const writeOnce = (file: string, content: () => string): string => {
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, content(), { mode: 0o600 });
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

/** Name used by the first release for a database outside its data folder: a hash of the path. */
const nameByPath = (dataDir: string): string =>
  createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);

/**
 * The name of this data folder's database, kept in the folder, so that a new folder at an old path gets a new
 * database. A folder with a password but no name comes from the first release.
 */
const nameOf = (dataDir: string): string =>
  writeOnce(join(dataDir, 'id'), () =>
    existsSync(join(dataDir, 'password')) ? nameByPath(dataDir) : randomBytes(8).toString('hex'),
  );

const isCluster = (cluster: string): boolean => existsSync(join(cluster, 'PG_VERSION'));

const ownerOf = (cluster: string): string => `${cluster}.owner`;

const readOwner = (cluster: string): string | undefined =>
  existsSync(ownerOf(cluster)) ? readFileSync(ownerOf(cluster), 'utf8').trim() : undefined;

const belongsTo = (cluster: string, dataDir: string): boolean => {
  const id = join(dataDir, 'id');
  return existsSync(id) && basename(cluster) === `data-${readFileSync(id, 'utf8')}`;
};

/** Unused databases in the shared folder: their data folder is gone or was recreated. `of`: that folder. */
export const orphanedClusters = (dataDir: string, shared: string): { cluster: string; of: string }[] =>
  readdirSync(shared)
    .filter((name) => /^data-[0-9a-f]{16}$/.test(name))
    .map((name) => join(shared, name))
    .flatMap((cluster) => {
      const former = basename(cluster) === `data-${nameByPath(dataDir)}` ? resolve(dataDir) : undefined;
      const of = readOwner(cluster) ?? former;
      return of !== undefined && !belongsTo(cluster, of) ? [{ cluster, of }] : [];
    });

/**
 * Creates the data folder and returns where the server's files live, in it or in the shared folder. @throws if it is
 * not writable
 */
export const placeCluster = (dataDir: string, account: Account | undefined, shared: () => string): string => {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new ClusterFault(`cannot write to the data folder ${resolve(dataDir)}: ${(error as Error).message}`);
  }
  const inside = resolve(dataDir, 'cluster');
  if (!account || (canReach(dataDir, account) && !isKeptOutside(dataDir, shared))) return inside;
  if (isCluster(inside))
    throw new ClusterFault(
      `the database is in ${inside}, which the account of PostgreSQL (uid ${account.uid}) may not enter: give the folders above it mode 0711`,
    );
  const cluster = join(shared(), `data-${nameOf(dataDir)}`);
  refuseCopy(cluster, dataDir);
  writeFileSync(ownerOf(cluster), `${resolve(dataDir)}\n`);
  return cluster;
};

/** A folder that used to be private keeps its database in the shared folder. */
const isKeptOutside = (dataDir: string, shared: () => string): boolean =>
  !isCluster(join(dataDir, 'cluster')) &&
  existsSync(join(dataDir, 'id')) &&
  isCluster(join(shared(), `data-${nameOf(dataDir)}`));

/** Copying the folder copies the database name but not the database. */
const refuseCopy = (cluster: string, dataDir: string): void => {
  const owner = readOwner(cluster);
  if (owner === undefined || !isCluster(cluster) || !belongsTo(cluster, owner) || isSameFolder(owner, dataDir)) return;
  throw new ClusterFault(
    `${resolve(dataDir)} is a copy of ${owner}, and its database was not copied: ${cluster} belongs to ${owner}; restore a backup`,
  );
};

/**
 * A password without a database means a lost database or an incomplete copy. Never replace it with an empty one.
 * @throws ClusterFault
 */
export const refuseLost = (cluster: string, dataDir: string): void => {
  const isThere = () => isCluster(cluster);
  // another starter may finish between two checks
  if (!existsSync(join(dataDir, 'password')) || isThere() || hasUnfinished(cluster) || isThere()) return;
  throw new ClusterFault(
    `the database of ${resolve(dataDir)} is missing: there is none in ${cluster}; restore a backup, or remove ${resolve(dataDir)} to begin with an empty one`,
  );
};

/** The server password, created at first start and readable by its owner only. Concurrent starters agree on one. */
export const readPassword = (dataDir: string): string =>
  writeOnce(join(dataDir, 'password'), () => randomBytes(24).toString('base64url'));

const unfinished = (cluster: string): { folder: string; pid: number }[] => {
  const prefix = `${basename(cluster)}.init-`;
  return readdirSync(dirname(cluster))
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ folder: join(dirname(cluster), name), pid: Number.parseInt(name.slice(prefix.length), 10) }));
};

const hasUnfinished = (cluster: string): boolean => unfinished(cluster).length > 0;

const removeUnfinished = (cluster: string): void => {
  for (const { folder, pid } of unfinished(cluster))
    if (!isAlive(pid)) rmSync(folder, { recursive: true, force: true });
};

/**
 * Initializes the cluster in a draft folder and renames it, so a killed or second starter never leaves half of one.
 * The password is written after the draft: a password alone means a lost database.
 */
export const initialize = async (
  cluster: string,
  dataDir: string,
  binaries: string,
  account: Account | undefined,
): Promise<string> => {
  if (isCluster(cluster)) return readPassword(dataDir);
  const fresh = mkdtempSync(`${cluster}.init-${process.pid}-`);
  removeUnfinished(cluster);
  const password = readPassword(dataDir);
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
    const wasFirst = isCluster(cluster);
    if (!wasFirst) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return password;
};

const NEEDED = ['base', 'global/pg_control', 'pg_wal', 'pg_xact'];

/** A copy with missing files never starts. @throws ClusterFault */
export const refuseIncomplete = (cluster: string): void => {
  const missing = NEEDED.filter((name) => !existsSync(join(cluster, name)));
  if (missing.length > 0)
    throw new ClusterFault(
      `the database in ${cluster} is not complete: ${missing.join(', ')} is missing; restore a backup`,
    );
};
