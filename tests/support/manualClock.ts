import type { Clock } from '#application/ports/clock.ts';

/** Only moves when told. */
export const manualClock = (start = Date.UTC(2026, 2, 2, 12)): Clock & { advance(ms: number): void } => {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
};
