import type { Instant } from '#domain/shared/instants.ts';
import type { Random } from './random.ts';

/** A process that can be killed: everything waiting for it is dropped, as in a power failure. */
export type Owner = {
  name: string;
  alive: boolean;
  /** How far its clock is ahead of the world's, ms. */
  skew: number;
};
type Task = { owner: Owner; label: string; run: () => void };
type Timer = Task & { at: Instant; place: number };

export type Scheduler = {
  now(): Instant;
  steps(): number;
  /** Covers every step in order: two runs with the same digest took the same steps. */
  digest(): string;
  /** Resolves when the dice choose it, possibly after others. `delay`: not before this many ms. */
  turn(owner: Owner, label: string, delay?: number): Promise<void>;
  /** Runs at an instant of the simulated clock, or now if that has passed. */
  at(instant: Instant, owner: Owner, label: string, run: () => void): void;
  /** Takes one ready step, or advances the clock. False if nothing is left. */
  step(): boolean;
  idle(): boolean;
  /** Advances the clock by this much without a step; then everything due runs. */
  leap(ms: number): void;
};

export const WORLD: Owner = { name: 'world', alive: true, skew: 0 };

/** A clock that advances only when nothing is ready, and dice that choose among the ready. */
export const openScheduler = (
  random: Random,
  start: Instant,
  trace?: (now: Instant, step: number, label: string) => void,
): Scheduler => {
  let now = start;
  let steps = 0;
  let digest = 0;
  let place = 0;
  const ready: Task[] = [];
  const timers: Timer[] = [];

  const before = (one: Timer, other: Timer) => one.at < other.at || (one.at === other.at && one.place < other.place);
  const push = (timer: Timer) => {
    let index = timers.push(timer) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(timer, timers[parent]!)) break;
      timers[index] = timers[parent]!;
      index = parent;
    }
    timers[index] = timer;
  };
  const pop = (): Timer => {
    const first = timers[0]!;
    const last = timers.pop()!;
    if (timers.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= timers.length) break;
      if (child + 1 < timers.length && before(timers[child + 1]!, timers[child]!)) child++;
      if (!before(timers[child]!, last)) break;
      timers[index] = timers[child]!;
      index = child;
    }
    timers[index] = last;
    return first;
  };

  const take = ({ owner, label, run }: Task) => {
    if (!owner.alive) return;
    steps++;
    for (let sign = 0; sign < label.length; sign++) digest = Math.imul(digest ^ label.charCodeAt(sign), 0x01000193);
    digest = Math.imul(digest ^ now ^ (now / 0x1_0000_0000), 0x01000193);
    trace?.(now, steps, label);
    run();
  };

  const at: Scheduler['at'] = (instant, owner, label, run) => {
    if (instant <= now) ready.push({ owner, label, run });
    else push({ owner, label, run, at: instant, place: place++ });
  };

  return {
    now: () => now,
    steps: () => steps,
    digest: () => (digest >>> 0).toString(16).padStart(8, '0'),
    turn: (owner, label, delay = 0) => new Promise((resolve) => at(now + delay, owner, label, resolve)),
    at,
    step: () => {
      if (ready.length === 0) {
        if (timers.length === 0) return false;
        now = Math.max(now, timers[0]!.at);
        while (timers.length > 0 && timers[0]!.at <= now) ready.push(pop());
      }
      const chosen = random.below(ready.length);
      const task = ready[chosen]!;
      ready[chosen] = ready.at(-1)!;
      ready.pop();
      take(task);
      return true;
    },
    idle: () => ready.length === 0,
    leap: (ms) => {
      now += ms;
    },
  };
};
