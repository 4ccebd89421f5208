import type { Position } from '../ports/eventStore.ts';

/** The lowest position. Null means before the first event; undefined if the list is empty. */
export const lowest = (positions: readonly (Position | null)[]): Position | null | undefined =>
  positions.includes(null) ? null : [...positions].sort()[0];
