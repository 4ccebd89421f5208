import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import { type BuildOptions, BuiltElsewhere, type Exclusively, openBuild } from './build.ts';
import { type Checkpoint, findCheckpoint } from './checkpoints.ts';
import { type Comparison, compareTables } from './compare.ts';
import { createTables, schemaOf } from './schemas.ts';

export type Verification = Comparison & {
  /** Both sides include the events up to here; null: no events. */
  position: Position | null;
  /** Quarantined streams; neither side has their later events. */
  passedBy: number;
};

type VerifyOptions = BuildOptions & { exclusively: Exclusively; signal?: AbortSignal };

/** Another release built the live tables, so this one cannot check them. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion';
  constructor(projection: string, live: number | undefined, own: number) {
    super(`${projection} is live in version ${live ?? 'none'}, and this release builds version ${own}`);
  }
}

const dropBuilt = async (db: Knex, name: string): Promise<void> => {
  await db.raw(`DROP SCHEMA IF EXISTS ${schemaOf(name, 'next')} CASCADE`);
  await db('projections.checkpoints').where({ name, state: 'next' }).delete();
};

/**
 * Builds the read model beside the live one and compares the rows at the same position. The live one runs on unchanged.
 * @throws OtherVersion
 */
export const verifyReadModel = async ({ exclusively, ...options }: VerifyOptions): Promise<Verification> => {
  const { codec, db, projection, quarantine, signal = new AbortController().signal } = options;
  const { name, version } = projection;
  const { catchUp, continueTo, skips, setPosition } = openBuild(options);

  const live = async (connection: Knex): Promise<Checkpoint> => {
    const found = await findCheckpoint(connection, name, 'live');
    if (found?.version !== version) throw new OtherVersion(name, found?.version, version);
    return found;
  };

  /** Catches up with the live tables; the snapshot hides later changes from both sides. */
  const compare = (): Promise<Verification> =>
    db.transaction(
      async (transaction) => {
        const to = (await live(transaction)).position;
        const { at, skipped } = await continueTo(transaction, to);
        if (at !== to) throw new BuiltElsewhere(name);
        setPosition(at);
        skipped.forEach(skips.note);
        return { ...(await compareTables(transaction, projection)), position: to, passedBy: skips.all().length };
      },
      { isolationLevel: 'repeatable read' },
    );

  let verified: Verification | undefined;
  await exclusively(name, signal, async (held) => {
    try {
      const { position: to } = await live(db);
      await createTables(db, projection, 'next', codec.reads);
      await quarantine.refresh();
      if (to !== null) await catchUp(held, to);
      held.throwIfAborted();
      verified = await compare();
    } finally {
      await dropBuilt(db, name);
    }
  });
  if (!verified) throw new BuiltElsewhere(name);
  return verified;
};
