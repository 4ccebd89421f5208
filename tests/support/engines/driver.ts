import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** What goes to a page and comes back. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Plain[]
  | { readonly [name: string]: Plain };

/** Of the W3C protocols, which both have them. */
export type Actions = { type: 'key' | 'pointer'; id: string; actions: { readonly [name: string]: Plain }[] };

/** One window of a browser, by the protocol that it speaks. */
export type Driver = {
  /** Ends once the page is loaded. */
  goto(url: string): Promise<void>;
  /** Runs a function, which stands for itself, in the page. */
  run<Args extends readonly Plain[], Result extends Plain>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs a text of a script in the page, for what it leaves in `window`. */
  load(script: string): Promise<void>;
  act(actions: Actions): Promise<void>;
  /** Puts files into the field for files that `find` answers. */
  attach(find: string, files: readonly string[]): Promise<void>;
  /** PNG of the element that the expression `find` answers. */
  picture(find: string): Promise<Buffer>;
  /** What was thrown, and what the console was told as an error, since it was asked last. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A browser, and what it starts, ends with the tests, however they end. */
export const startGroup = (command: string, args: readonly string[], options: SpawnOptions) => {
  const child: ChildProcess = spawn(command, args, { ...options, detached: true });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const passOn = (signal: NodeJS.Signals) => {
    kill();
    process.kill(process.pid, signal);
  };
  process.once('exit', kill);
  for (const signal of SIGNALS) process.once(signal, passOn);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`${command} ended by itself: ${code ?? signal}`)));
  });
  failed.catch(() => undefined); // whoever waits for something of it is told
  return {
    child,
    /** Rejects when it ends. */
    failed,
    stop: async (): Promise<void> => {
      process.off('exit', kill);
      for (const signal of SIGNALS) process.off(signal, passOn);
      kill();
      await ended;
    },
  };
};
