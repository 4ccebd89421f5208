import type { Position } from '../ports/eventStore.ts';

/** The one furthest behind; null stands before the first event, undefined when there is none at all. */
export const lowest = (positions: readonly (Position | null)[]): Position | null | undefined =>
  positions.includes(null) ? null : [...positions].sort()[0];
