import { backOff as backOffAfter } from '#application/streams/backOff.ts';
import { answers } from './server.ts';

export type WatchOptions = {
  /** Called when restarts are given up. */
  lost: (failure: Error) => void;
  told?: (line: string) => void;
  everyMs?: number;
  /** Consecutive failed starts before giving up. */
  failures?: number;
  /** ms before the second start; doubles each time. */
  backOff?: number;
};

type Watched = {
  port: number;
  /** @throws if it does not come up on its port */
  start: () => Promise<void>;
};

/** Restarts a server that is gone. The returned function stops watching and waits for a start under way. */
export const watchServer = (
  { port, start }: Watched,
  { lost, told = () => undefined, everyMs = 1_000, failures = 6, backOff = 1_000 }: WatchOptions,
) => {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let failed = 0;

  const look = async (): Promise<number | undefined> => {
    if (await answers(port)) return everyMs;
    if (ended) return undefined;
    told('PostgreSQL is gone and is started again');
    try {
      await start();
      told('PostgreSQL runs again');
      failed = 0;
      return everyMs;
    } catch (error) {
      failed++;
      told(`PostgreSQL did not start, ${failed} of ${failures} times: ${String(error)}`);
      if (failed < failures) return backOffAfter(failed, { first: backOff });
      lost(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  };
  let looking: Promise<void> = Promise.resolve();
  const next = (wait: number | undefined): void => {
    if (ended || wait === undefined) return;
    timer = setTimeout(() => {
      looking = look().then(next);
    }, wait);
    timer.unref();
  };
  next(everyMs);
  return async (): Promise<void> => {
    ended = true;
    clearTimeout(timer);
    await looking;
  };
};
