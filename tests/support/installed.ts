import { spawnSync } from 'node:child_process';

/** Suites on missing programs are skipped, visibly. */
export const isInstalled = (program: string, ...asked: string[]): boolean => {
  if (spawnSync(program, asked).status === 0) return true;
  console.warn(`${program} is not installed: the suites on it are skipped`);
  return false;
};
