import type { Position } from '../ports/eventStore.ts';

/** The result of comparing a read model with the events. */
export type CheckedReadModel = {
  name: string;
  version: number;
  /** The last event checked; null before the first. */
  position: Position | null;
  rows: number;
  /** The first twenty rows that differ from the events, by table and key. */
  differing: readonly string[];
};

export type KeptCheck = CheckedReadModel & { night: string; checkedAt: number };

/**
 * The combined result; null before the first night. `upTo`: the last event that all have seen, null if one has
 * seen none.
 */
export const provenBy = (
  checks: readonly KeptCheck[],
): { night: string; upTo: number | null; holds: boolean } | null => {
  const [first, ...others] = checks;
  if (!first) return null;
  const positions = checks.map(({ position }) => (position === null ? null : Number(position)));
  return {
    night: others.reduce((earliest, { night }) => (night < earliest ? night : earliest), first.night),
    upTo: positions.reduce((least, position) =>
      least === null || position === null ? null : Math.min(least, position),
    ),
    holds: checks.every(({ differing }) => differing.length === 0),
  };
};
