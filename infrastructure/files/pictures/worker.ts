import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { ProcessedImage } from '#application/ports/pictures.ts';
import { PictureFailed } from '#application/ports/pictures.ts';
import type { Result } from '#domain/shared/decider.ts';
import { type Program, childProgram } from '../../system/childProgram.ts';
import type { PictureRefusal } from './decode.ts';
import { framed } from './frames.ts';
import { READY } from './ready.ts';

export type Decoded = Result<ProcessedImage, PictureRefusal>;

/** A program that says `READY`, reads pictures from its input (`frames.ts`) and answers each with a message. */
export const decodingProgram = (): Program => childProgram(import.meta.url, 'process');

/** Whatever else the environment holds is no business of what reads strangers' files. */
const KEPT_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SYSTEMROOT'];

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(KEPT_VARIABLES.map((name) => [name, process.env[name]])),
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '2',
});

type Task = { resolve: (decoded: Decoded) => void; reject: (failure: PictureFailed) => void };

/** ms, at the least; how long that takes is no picture's fault. */
const START_LIMIT = 60_000;

/** A process that decodes one picture at a time, each within `timeLimit` ms of its own. It does not keep the process alive that started it. */
export const startWorker = ({ file, execArgv }: Program, timeLimit: number) => {
  const child = fork(file, {
    execArgv: [...execArgv],
    env: environment(),
    serialization: 'advanced',
    // pictures go by its input: what is sent as a message is written at once, and everything else waits until it is read
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // at once: threads have the priority of whoever starts them
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
    /** @throws PictureFailed when the process is gone, or was too slow and is gone now */
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
