import type { Log } from '#application/ports/log.ts';

/** How long a part may take to close, ms: operators allow a process a minute. */
const PART_WITHIN = 10_000;

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

/**
 * Closes parts the other way round than they were opened, whether or not all of them came up. One that fails, or does not end in time,
 * is named in the log and left: the others must not wait for it.
 */
export const openClosing = (log: Log | undefined, within = PART_WITHIN) => {
  const parts: { name: string; close: () => Promise<unknown> }[] = [];
  return {
    with: (name: string, close: () => Promise<unknown>) => void parts.push({ name, close }),
    all: async (): Promise<void> => {
      for (const { name, close } of parts.splice(0).reverse()) {
        const closed = close().catch((error: unknown) => {
          log?.error({ part: name, error: String(error) }, 'a part could not be closed');
        });
        if (!(await endsWithin(within, closed))) log?.error({ part: name }, 'a part did not close in time and is left');
      }
    },
  };
};
