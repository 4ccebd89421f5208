import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export type Account = { uid: number; gid: number };

const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root, so an existing unprivileged account runs it. Undefined: run as the current user.
 */
export const serverAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : NOBODY;
};

const mayEnter = (folder: string, account: Account): boolean => {
  const { uid, gid, mode } = statSync(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0;
};

/** Whether the account may enter an existing folder and every folder above it. */
export const canReach = (folder: string, account: Account): boolean => {
  const path = resolve(folder);
  const parent = dirname(path);
  return mayEnter(path, account) && (parent === path || canReach(parent, account));
};

const FOLDER = '/var/lib/reliquary';

/** For root only: a folder that the unprivileged account can reach even if the project or data folder is private. */
export const sharedFolder = (): string => {
  mkdirSync(FOLDER, { recursive: true, mode: 0o755 });
  return FOLDER;
};
