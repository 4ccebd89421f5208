import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { Reads } from '#application/ports/eventCodec.ts';
import { type Build, type Checkpoint, findCheckpoint, readCheckpoints } from './checkpoints.ts';
import { liveSchema, type Projection, type Tables } from './projection.ts';

export const schemaOf = (name: string, state: Build): string =>
  state === 'live' ? liveSchema(name) : `${liveSchema(name)}_next`;
const replacedSchema = (name: string): string => `${liveSchema(name)}_replaced`;

export const tablesIn = (transaction: Knex.Transaction, schema: string): Tables => ({
  schema,
  transaction,
  table: (name) => transaction.withSchema(schema).table(name),
});

/** Creates empty tables and a checkpoint before the first event; replaces an unfinished build. `reads`: the event types of this release. */
export const createTables = async (db: Knex, projection: Projection, state: Build, reads?: Reads): Promise<void> =>
  db.transaction(async (transaction) => {
    const { name, version } = projection;
    const schema = schemaOf(name, state);
    await transaction.raw(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await transaction.raw(`CREATE SCHEMA ${schema}`);
    await projection.create(transaction, schema);
    await transaction('projections.checkpoints').where({ name, state }).delete();
    await transaction('projections.checkpoints').insert({
      name,
      state,
      version,
      ...(reads && { handles: [...projection.handles], knows: Object.keys(reads) }),
    });
  });

/** Inside a transaction: makes the built schema live. Queries on the old tables can finish. */
export const swapSchemas = async (transaction: Knex.Transaction, name: string): Promise<void> => {
  await transaction.raw(`DROP SCHEMA IF EXISTS ${replacedSchema(name)} CASCADE`);
  await transaction.raw(`ALTER SCHEMA ${schemaOf(name, 'live')} RENAME TO ${replacedSchema(name)}`);
  await transaction.raw(`ALTER SCHEMA ${schemaOf(name, 'next')} RENAME TO ${schemaOf(name, 'live')}`);
  await transaction('projections.checkpoints').where({ name, state: 'live' }).delete();
  await transaction('projections.checkpoints').where({ name, state: 'next' }).update({ state: 'live' });
};

/** Runs after the swap has committed, so that waiting for old queries blocks no new ones. */
export const dropReplaced = async (db: Knex, name: string): Promise<void> => {
  await db.raw(`DROP SCHEMA IF EXISTS ${replacedSchema(name)} CASCADE`);
};

/** The live checkpoint; creates empty tables if the database does not have the read model. */
export const ensureLive = async (db: Knex, projection: Projection): Promise<Checkpoint> => {
  const known = await findCheckpoint(db, projection.name, 'live');
  if (known) return known;
  await createTables(db, projection, 'live');
  return (await findCheckpoint(db, projection.name, 'live'))!;
};

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])].sort();

/**
 * Read models that handle other event types than when their tables were built, under the same version: their rows are incomplete.
 * Types that only one of the releases knows do not count, because a read model waits at unknown types. Records the rest.
 */
export const findChanged = async (
  db: Knex,
  projections: readonly Projection[],
  reads: Reads,
): Promise<readonly string[]> => {
  const changed: string[] = [];
  const knownHere = Object.keys(reads);
  for (const { name, state, version, handles, knows } of await readCheckpoints(db)) {
    const projection = projections.find((known) => known.name === name && known.version === version);
    if (!projection) continue;
    const before = { handles: handles ?? projection.handles, knows: knows ?? knownHere };
    const more = projection.handles.some((type) => before.knows.includes(type) && !before.handles.includes(type));
    const less = before.handles.some((type) => knownHere.includes(type) && !isWantedBy(projection, type));
    if (more || less) changed.push(name);
    else {
      const now = { handles: union(before.handles, projection.handles), knows: union(before.knows, knownHere) };
      if (!isDeepStrictEqual({ handles, knows }, now))
        await db<Checkpoint>('projections.checkpoints').where({ name, state, version }).update(now);
    }
  }
  return changed;
};

const isWantedBy = ({ handles }: Projection, type: string): boolean => (handles as readonly string[]).includes(type);

/** Safe to run in several processes at once. */
export const createMissing = async (db: Knex, projections: readonly Projection[]): Promise<void> => {
  const found = new Set((await readCheckpoints(db)).filter(({ state }) => state === 'live').map(({ name }) => name));
  const missing = projections.filter(({ name }) => !found.has(name));
  if (missing.length === 0) return;
  await db.transaction(async (transaction) => {
    await transaction.raw('LOCK TABLE projections.checkpoints IN SHARE ROW EXCLUSIVE MODE');
    for (const projection of missing) await ensureLive(transaction, projection);
  });
};
