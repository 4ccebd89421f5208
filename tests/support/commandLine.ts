import { spawn } from 'node:child_process';
import { nodeArguments } from './programs.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Runs one of the operators' programs in an environment of its own. */
export const runProgram = (
  program: string,
  words: readonly string[],
  variables: Record<string, string>,
  /** Aborted: it is killed on the spot. */
  killed?: AbortSignal,
) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [...nodeArguments(`cli/${program}`), ...words], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
    });
    killed?.addEventListener('abort', () => child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => resolve({ code, output }));
  });
