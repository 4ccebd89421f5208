import { spawnSync } from 'node:child_process';

/** Where somebody works without it the suites on it are left out, and say so. */
export const isInstalled = (program: string, ...asked: string[]): boolean => {
  if (spawnSync(program, asked).status === 0) return true;
  console.warn(`${program} is not installed: the suites on it are skipped`);
  return false;
};
