import type { Decider } from '#domain/shared/decider.ts';

/**
 * Memoizes folds, because every reader folds the same frozen events, dozens of times per world. Returns the fold without memoization,
 * and how to restore it.
 */
export const rememberFolds = <Command, Event extends object, State>(decider: Decider<Command, Event, State>) => {
  const { evolve } = decider;
  const known = new WeakMap<Event, { before: State; after: State }>();
  decider.evolve = (before, event) => {
    const found = known.get(event);
    if (found?.before === before) return found.after;
    const after = evolve(before, event);
    known.set(event, { before, after });
    return after;
  };
  return {
    evolve,
    takeBack: () => {
      decider.evolve = evolve;
    },
  };
};
