import { backOff as backOffAfter } from '#application/streams/backOff.ts';
import { answers } from './server.ts';

export type WatchOptions = {
  /** Hears when it is given up. */
  lost: (failure: Error) => void;
  told?: (line: string) => void;
  everyMs?: number;
  /** So many starts in a row that fail, and it is given up. */
  failures?: number;
  /** ms before the second start, twice as long before each further one. */
  backOff?: number;
};

type Watched = {
  port: number;
  /** @throws when it did not come up at its port */
  start: () => Promise<void>;
};

/** Starts a server again that is gone. Answers how to end it: it waits for a start that is under way. */
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
