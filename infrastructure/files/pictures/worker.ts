import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { PictureFailed, type ProcessedImage } from '#application/ports/pictures.ts';
import type { Result } from '#domain/shared/decider.ts';
import { childProgram, type Program } from '../../system/childProgram.ts';
import type { PictureRefusal } from './decode.ts';
import { framed, READY } from './frames.ts';

export type Decoded = Result<ProcessedImage, PictureRefusal>;

/** A program that sends `READY`, reads pictures from stdin (`frames.ts`) and answers each with a message. */
export const decodingProgram = (): Program => childProgram(import.meta.url, 'process');

/** A process that reads untrusted files gets no other variables. */
const KEPT_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SYSTEMROOT'];

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(KEPT_VARIABLES.map((name) => [name, process.env[name]])),
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '2',
});

type Task = { resolve: (decoded: Decoded) => void; reject: (failure: PictureFailed) => void };

/** Minimum ms until ready; a slow start is not the picture's fault. */
const START_LIMIT = 60_000;

/**
 * A child process that decodes one picture at a time, each within `timeLimit` ms. It does not keep its parent alive.
 */
export const startWorker = ({ file, execArgv }: Program, timeLimit: number) => {
  const child = fork(file, {
    execArgv: [...execArgv],
    env: environment(),
    serialization: 'advanced',
    // pictures go through stdin: IPC messages are written synchronously and would block the parent
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // set it at once: threads inherit the priority
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.unref();
  child.channel?.unref();
  let ended = false;
  let task: Task | undefined;
  const end = (why: string): void => {
    ended = true;
    child.kill('SIGKILL');
    task?.reject(new PictureFailed(why));
  };
  let ready = false;
  let late: NodeJS.Timeout | undefined;
  const endIn = (ms: number): void => {
    clearTimeout(late);
    late = setTimeout(() => end('took too long'), ms);
  };
  child.on('message', (message: typeof READY | Decoded) => {
    if (message !== READY) return task?.resolve(message);
    ready = true;
    if (task) endIn(timeLimit);
  });
  child.stdin?.once('error', (error) => end(error.message));
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(signal ?? `ended with ${code}`));
  return {
    pid: child.pid,
    ended: () => ended,
    end,
    /** @throws PictureFailed if the process is gone, or was killed because it was too slow */
    decode: async (content: Buffer): Promise<Decoded> => {
      endIn(ready ? timeLimit : Math.max(START_LIMIT, timeLimit));
      try {
        return await new Promise<Decoded>((resolve, reject) => {
          task = { resolve, reject };
          for (const part of framed(content)) child.stdin?.write(part);
        });
      } finally {
        clearTimeout(late);
        task = undefined;
      }
    },
  };
};

export type Worker = ReturnType<typeof startWorker>;
