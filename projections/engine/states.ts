import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import { readCheckpoints } from './checkpoints.ts';
import type { Projection } from './projection.ts';

export type ReadModelState = {
  name: string;
  handles: readonly string[];
  /** The version that queries read now. */
  version: number;
  position: Position | null;
  /** Why it stopped; null while it runs. */
  stopped: string | null;
  building: boolean;
  /** It runs the version that this process knows. */
  runs: boolean;
};

export const readStates = async (db: Knex, projections: readonly Projection[]): Promise<ReadModelState[]> => {
  const checkpoints = await readCheckpoints(db);
  return projections.map(({ name, version, handles }) => {
    const live = checkpoints.find((checkpoint) => checkpoint.name === name && checkpoint.state === 'live');
    const next = checkpoints.some((checkpoint) => checkpoint.name === name && checkpoint.state === 'next');
    return {
      name,
      handles,
      version: live?.version ?? 0,
      position: live?.position ?? null,
      stopped: live?.stopped_by ?? null,
      building: next || (live !== undefined && live.version < version),
      runs: live?.version === version && live.stopped_by === null,
    };
  });
};
