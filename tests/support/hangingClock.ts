/** What closing goes by, with the clock set: the time runs out at once for work that `hangs`, and does not pass for what ends. */
export const hangingClock = (hangs: () => boolean) => {
  let now = 0;
  return {
    now: () => now,
    endsWithin: async (ms: number, work: Promise<unknown>): Promise<boolean> => {
      if (!hangs()) {
        await work;
        return true;
      }
      now += ms;
      return false;
    },
  };
};
