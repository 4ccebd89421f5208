import { spawn, spawnSync } from 'node:child_process';
import { root } from './paths.mjs';

/** Exits with a one-line message. */
export const fail = (message) => {
  console.error(message);
  process.exit(1);
};

/** Runs a program in the project folder; on failure, its output precedes our message. */
const run = (complaint, command, ...args) => {
  const throughShell = process.platform === 'win32' && command !== process.execPath;
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: throughShell });
  if (status === 0) return;
  fail(`${complaint}: ${error?.message ?? (signal ? `stopped by ${signal}` : 'see the lines above')}.`);
};

/** Runs a Node script; returns its output and, on failure, the reason. */
const ran = ([complaint, args, env = {}]) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const words = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => words.push(data));
    child.on('error', (error) => words.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (status, signal) => {
      const why =
        status === 0 ? undefined : `${complaint}: ${signal ? `stopped by ${signal}` : 'see the lines above'}.`;
      resolve({ words: Buffer.concat(words), why });
    });
  });

/** Runs scripts in parallel; the output of a failed one comes last. */
export const runSideBySide = async (...scripts) => {
  const ends = await Promise.all(scripts.map(ran));
  const failed = ends.find(({ why }) => why !== undefined);
  for (const { words } of ends.filter((end) => end !== failed)) process.stderr.write(words);
  if (!failed) return;
  process.stderr.write(failed.words);
  fail(failed.why);
};

/** The npm that started us, or the one on the PATH. */
export const runNpm = (...args) => {
  const npm = process.env.npm_execpath;
  const complaint = 'The packages could not be installed';
  if (npm?.endsWith('.js')) run(complaint, process.execPath, npm, ...args);
  else run(complaint, 'npm', ...args);
};
