/** A fake time source for closing: work that `hangs` times out at once, other work never does. */
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
