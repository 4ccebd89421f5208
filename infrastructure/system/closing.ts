import type { Log } from '#application/ports/log.ts';

/** Time limit per part, ms. */
const PART_WITHIN = 10_000;
/** Orchestrators allow about a minute: after this total, each remaining part gets `LEAST`, ms. */
const ALL_WITHIN = 40_000;
const LEAST = 500;

/** How long a part waits for its running work before it reports what it abandons. */
export const CLOSE_WITHIN = 8_000;

/** Whether it settled in time, with whatever outcome. */
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
  /** ms per part. */
  within?: number;
  /** Replaceable in tests. */
  time?: { now(): number; endsWithin: typeof endsWithin };
};

/**
 * Closes parts in reverse order of opening, even after a failed start. A part that fails or hangs is logged and
 * skipped.
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
        // also catches a synchronous throw
        const closed = (async () => close())().catch((error: unknown) => {
          log?.error({ part: name, error: String(error) }, 'a part could not be closed');
        });
        const ms = Math.max(LEAST, Math.min(within, end - time.now()));
        if (!(await time.endsWithin(ms, closed)))
          log?.error({ part: name }, 'a part did not close in time and was abandoned');
      }
    },
  };
};
