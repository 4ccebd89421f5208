import type { Decider } from '#domain/shared/decider.ts';

/**
 * Every reader folds the same frozen events anew, in a world dozens of times each: what followed from an event is kept beside it. Answers
 * how to fold without it, and how to take it back.
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
