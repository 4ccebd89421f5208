import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';

/** `live` is the schema that queries read, `next` the version being built. */
export type Build = 'live' | 'next';

export type Checkpoint = {
  name: string;
  state: Build;
  version: number;
  position: Position | null;
  /** Null: created by a release that did not record it. */
  handles: string[] | null;
  /** Event types known to the releases that ran it; it cannot have missed others. */
  knows: string[] | null;
  /** Epoch ms, system clock. */
  stopped_at: number | null;
  stopped_by: string | null;
};

const TABLE = 'projections.checkpoints';

export const readCheckpoints = async (db: Knex): Promise<Checkpoint[]> =>
  db<Checkpoint>(TABLE).select('*').orderBy('name');

export const findCheckpoint = async (db: Knex, name: string, state: Build): Promise<Checkpoint | undefined> =>
  db<Checkpoint>(TABLE).where({ name, state }).first();

export const findLive = async (db: Knex, names: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> => {
  const found: Checkpoint[] = await db<Checkpoint>(TABLE).whereIn('name', names).where({ state: 'live' });
  return new Map(found.map((checkpoint) => [checkpoint.name, checkpoint]));
};

/** Moves a checkpoint if it is where the caller expects it. */
export const advance = async (
  db: Knex,
  at: { name: string; state: Build; version: number; position: Position | null },
  to: Position,
): Promise<boolean> => {
  const { rowCount } = await db.raw(
    `UPDATE projections.checkpoints SET position = ?
      WHERE name = ? AND state = ? AND version = ? AND position IS NOT DISTINCT FROM ?::text`,
    [to, at.name, at.state, at.version, at.position],
  );
  return rowCount === 1;
};

export type Move = { name: string; version: number; from: Position | null; to: Position };

/** Moves several live checkpoints; returns the names of those that moved. */
export const advanceTogether = async (db: Knex, moves: readonly Move[]): Promise<ReadonlySet<string>> => {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `UPDATE projections.checkpoints c SET position = move."to"
       FROM json_to_recordset(?::json) AS move(name text, version int, "from" text, "to" text)
      WHERE c.name = move.name AND c.state = 'live' AND c.version = move.version
        AND c.position IS NOT DISTINCT FROM move."from"
      RETURNING c.name`,
    [JSON.stringify(moves)],
  );
  return new Set(rows.map(({ name }) => name));
};

export const markStopped = async (db: Knex, name: string, reason: string): Promise<void> => {
  await db<Checkpoint>(TABLE).where({ name, state: 'live' }).update({ stopped_at: Date.now(), stopped_by: reason });
};

export const clearStopped = async (db: Knex, name: string): Promise<void> => {
  await db<Checkpoint>(TABLE).where({ name, state: 'live' }).update({ stopped_at: null, stopped_by: null });
};
