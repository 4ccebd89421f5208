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

/** Empty tables and a checkpoint before the first event, replacing an unfinished build of the same kind. `reads`: where it is known what this release does. */
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

/** Inside a transaction: what was built becomes what queries read. Readers of the old tables finish undisturbed. */
export const swapSchemas = async (transaction: Knex.Transaction, name: string): Promise<void> => {
  await transaction.raw(`DROP SCHEMA IF EXISTS ${replacedSchema(name)} CASCADE`);
  await transaction.raw(`ALTER SCHEMA ${schemaOf(name, 'live')} RENAME TO ${replacedSchema(name)}`);
  await transaction.raw(`ALTER SCHEMA ${schemaOf(name, 'next')} RENAME TO ${schemaOf(name, 'live')}`);
  await transaction('projections.checkpoints').where({ name, state: 'live' }).delete();
  await transaction('projections.checkpoints').where({ name, state: 'next' }).update({ state: 'live' });
};

/** After the swap has committed, so that waiting for old readers blocks no new ones. */
export const dropReplaced = async (db: Knex, name: string): Promise<void> => {
  await db.raw(`DROP SCHEMA IF EXISTS ${replacedSchema(name)} CASCADE`);
};

/** The live checkpoint, made with empty tables when this database has never seen the read model. */
export const ensureLive = async (db: Knex, projection: Projection): Promise<Checkpoint> => {
  const known = await findCheckpoint(db, projection.name, 'live');
  if (known) return known;
  await createTables(db, projection, 'live');
  return (await findCheckpoint(db, projection.name, 'live'))!;
};

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])].sort();

/**
 * Read models that want other events than when their tables were made, under the same version: what they left out is not in them. Of a
 * type that one of the two releases does not know there is nothing in them: that one waits there. The others are written down.
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

/** Several processes may do so at once. */
export const createMissing = async (db: Knex, projections: readonly Projection[]): Promise<void> => {
  const found = new Set((await readCheckpoints(db)).filter(({ state }) => state === 'live').map(({ name }) => name));
  const missing = projections.filter(({ name }) => !found.has(name));
  if (missing.length === 0) return;
  await db.transaction(async (transaction) => {
    await transaction.raw('LOCK TABLE projections.checkpoints IN SHARE ROW EXCLUSIVE MODE');
    for (const projection of missing) await ensureLive(transaction, projection);
  });
};
