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
