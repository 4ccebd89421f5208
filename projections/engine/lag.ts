import type { Knex } from 'knex';
import type { EventStore, Position } from '#application/ports/eventStore.ts';
import { readCheckpoints } from './checkpoints.ts';
import type { Projection } from './projection.ts';

/** Counting further says nothing more: `behind` is at least this. */
export const COUNTED = 1_000;

export type Lag = {
  name: string;
  /** Of the tables that queries read now. */
  version: number;
  /** Events of the store that it has not seen; `COUNTED` means that many or more. */
  behind: number;
  /** Why it stands still, null while it runs. */
  stopped: string | null;
  /** A new version is being built beside it. */
  building: boolean;
};

export const measureLag = async (db: Knex, store: EventStore, projections: readonly Projection[]): Promise<Lag[]> => {
  const head = await store.head();
  const checkpoints = await readCheckpoints(db);
  const counts = new Map<Position | null, number>();
  const count = async (after: Position | null): Promise<number> => {
    if (head === undefined || (after !== null && after >= head)) return 0;
    const known = counts.get(after);
    if (known !== undefined) return known;
    const missing = (await store.readAll({ after: after ?? undefined, limit: COUNTED })).length;
    counts.set(after, missing);
    return missing;
  };

  const lags: Lag[] = [];
  for (const { name, version } of projections) {
    const live = checkpoints.find((checkpoint) => checkpoint.name === name && checkpoint.state === 'live');
    const next = checkpoints.some((checkpoint) => checkpoint.name === name && checkpoint.state === 'next');
    const building = next || (live !== undefined && live.version < version);
    const behind = await count(live?.position ?? null);
    lags.push({ name, version: live?.version ?? 0, behind, stopped: live?.stopped_by ?? null, building });
  }
  return lags;
};
