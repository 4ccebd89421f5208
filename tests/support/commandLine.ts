import { spawn } from 'node:child_process';
import { nodeArguments } from './programs.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Runs an operator program with its own environment. */
export const runProgram = (
  program: string,
  words: readonly string[],
  variables: Record<string, string>,
  /** Aborting kills it at once. */
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
