import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** Values that can cross the protocol. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Plain[]
  | { readonly [name: string]: Plain };

/** W3C actions, common to both protocols. */
export type Actions = { type: 'key' | 'pointer'; id: string; actions: { readonly [name: string]: Plain }[] };

/** A browser window behind its automation protocol. */
export type Driver = {
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>;
  /** Runs a self-contained function in the page. */
  run<Args extends readonly Plain[], Result extends Plain>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs a script in the page for its effect on `window`. */
  load(script: string): Promise<void>;
  act(actions: Actions): Promise<void>;
  /** Sets the files of the input that `find` returns. */
  attach(find: string, files: readonly string[]): Promise<void>;
  /** PNG of the element that the expression `find` returns. */
  picture(find: string): Promise<Buffer>;
  /** Errors and console errors since the last call. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts a browser and its children, which end with the tests in any case. */
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
  failed.catch(() => undefined); // callers that wait for it get the error
  return {
    child,
    /** Rejects when the process ends. */
    failed,
    stop: async (): Promise<void> => {
      process.off('exit', kill);
      for (const signal of SIGNALS) process.off(signal, passOn);
      kill();
      await ended;
    },
  };
};
