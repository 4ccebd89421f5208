import type { Log } from '#application/ports/log.ts';

/** How long a part may take to close, ms. */
const PART_WITHIN = 10_000;
/** Operators allow a process a minute: after so long each of the parts that are left has `LEAST`, ms. */
const ALL_WITHIN = 40_000;
const LEAST = 500;

/** How long a part waits for what is under way in it: then it says itself what it leaves. */
export const CLOSE_WITHIN = 8_000;

/** Whether it ended by then, however it ended. */
export const endsWithin = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
};

type Part = { name: string; close: () => Promise<unknown> };

export type Closing = {
  with(name: Part['name'], close: Part['close']): void;
  all(): Promise<void>;
};

type ClosingOptions = {
  /** ms a part. */
  within?: number;
  /** Tests set the clock. */
  time?: { now(): number; endsWithin: typeof endsWithin };
};

/**
 * Closes parts the other way round than they were opened, whether or not all of them came up. One that fails, or does not end in time,
 * is named in the log and left: the others must not wait for it.
 */
export const openClosing = (
  log: Log | undefined,
  { within = PART_WITHIN, time = { now: () => performance.now(), endsWithin } }: ClosingOptions = {},
): Closing => {
  const parts: Part[] = [];
  return {
    with: (name, close) => void parts.push({ name, close }),
    all: async () => {
      const end = time.now() + ALL_WITHIN;
      for (const { name, close } of parts.splice(0).reverse()) {
        // also one that throws before it has promised anything
        const closed = (async () => close())().catch((error: unknown) => {
          log?.error({ part: name, error: String(error) }, 'a part could not be closed');
        });
        const ms = Math.max(LEAST, Math.min(within, end - time.now()));
        if (!(await time.endsWithin(ms, closed)))
          log?.error({ part: name }, 'a part did not close in time and is left');
      }
    },
  };
};
