/** How long closing waits for what is under way, ms: operators allow a process a minute. */
export const CLOSE_WITHIN = 20_000;

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
