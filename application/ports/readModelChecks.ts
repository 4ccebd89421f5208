import type { Instant } from '#domain/shared/instants.ts';
import type { Position } from './eventStore.ts';

/** What came of holding a read model to the events. */
export type CheckedReadModel = {
  name: string;
  version: number;
  /** Up to which event; null before the first. */
  position: Position | null;
  rows: number;
  /** Of the tree over its rows, base64. */
  root: string;
  /** Rows that are not what the events say, the first twenty, by table and key. */
  differing: readonly string[];
};

export type KeptCheck = CheckedReadModel & { night: string; checkedAt: Instant };

export interface ReadModelChecks {
  /** Of every read model, in the order in which they are checked. */
  readonly names: readonly string[];
  /** Takes as long as building it anew. */
  check(name: string): Promise<CheckedReadModel>;
  /** The last of each. */
  kept(): Promise<readonly KeptCheck[]>;
  keep(check: KeptCheck): Promise<void>;
}

/** What all of them together say; null before the first night. `upTo`: the last event that every one had seen, null where one had seen none. */
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
