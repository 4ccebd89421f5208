import { type ChildProcess, spawn } from 'node:child_process';
import { eventually } from './marketplace.ts';
import { nodeArguments } from './programs.ts';

const root = new URL('../..', import.meta.url).pathname;

export type Started = {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
  /** The URL once it is open. */
  opened: () => Promise<string>;
};

const running = new Set<ChildProcess>();

type How = {
  /** A module to preload. */
  before?: string;
  /** In a shell that stays the parent, as under npm; `child` is the shell. */
  inShell?: boolean;
};

/** The product as `npm start` runs it. */
export const startProcess = (variables: Record<string, string>, { before, inShell = false }: How = {}): Started => {
  const program = [process.execPath, ...nodeArguments('main', before)];
  const [command = '', ...args] = inShell ? ['sh', '-c', '"$@"; true', 'sh', ...program] : program;
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DEMO: '0', ...variables },
  });
  running.add(child);
  let text = '';
  child.stdout!.on('data', (chunk) => (text += chunk));
  child.stderr!.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  void ended.then(() => running.delete(child));
  return {
    child,
    output: () => text,
    ended,
    opened: () => eventually(async () => /is open at (\S+)/.exec(text)?.[1]),
  };
};

export const killProcesses = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
