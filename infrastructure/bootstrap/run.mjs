import { spawnSync } from 'node:child_process';
import { root } from './paths.mjs';

/** Ends with one line that says what is wrong. */
export const fail = (message) => {
  console.error(message);
  process.exit(1);
};

/** Runs a program in the project's folder; when it fails, what it printed stands above our line. */
export const run = (complaint, command, ...args) => {
  const throughShell = process.platform === 'win32' && command !== process.execPath;
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: throughShell });
  if (status === 0) return;
  fail(`${complaint}: ${error?.message ?? (signal ? `stopped by ${signal}` : 'see the lines above')}.`);
};

/** The npm that started us, or the one on the path. */
export const runNpm = (...args) => {
  const npm = process.env.npm_execpath;
  const complaint = 'The packages could not be installed';
  if (npm?.endsWith('.js')) run(complaint, process.execPath, npm, ...args);
  else run(complaint, 'npm', ...args);
};
