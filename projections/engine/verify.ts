import type { Knex } from 'knex';
import type { Position, StoredEvent } from '#application/ports/eventStore.ts';
import { type BuildOptions, BuiltElsewhere, type Exclusively, openBuild } from './build.ts';
import { type Checkpoint, findCheckpoint } from './checkpoints.ts';
import { type Compared, compareTables } from './compare.ts';
import { createTables, schemaOf } from './schemas.ts';

export type Verified = Compared & {
  /** Up to which the events are what both were made of; null: there is none. */
  position: Position | null;
  /** Streams whose later events are in neither, because they are in quarantine. */
  passedBy: number;
};

type VerifyOptions = BuildOptions & { exclusively: Exclusively; signal?: AbortSignal };

/** The live tables are of another release than this one, which cannot say what they should hold. */
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
 * Builds the read model from the first event on beside the one that is queried, and holds the one to the other, row by row, at the same
 * position. Nothing of the live one changes, and it goes on meanwhile.
 * @throws OtherVersion
 */
export const verifyReadModel = async ({ exclusively, ...options }: VerifyOptions): Promise<Verified> => {
  const { codec, db, projection, quarantine, signal = new AbortController().signal } = options;
  const { name, version } = projection;
  const { catchUp, applyBatch, read, passing, position, standsAt } = openBuild(options);

  const live = async (connection: Knex): Promise<Checkpoint> => {
    const found = await findCheckpoint(connection, name, 'live');
    if (found?.version !== version) throw new OtherVersion(name, found?.version, version);
    return found;
  };

  /** What the live one took in meanwhile is taken in here too; what it takes in from now on, neither side of the comparison sees. */
  const compare = (): Promise<Verified> =>
    db.transaction(
      async (transaction) => {
        const to = (await live(transaction)).position;
        let at = position();
        const passed: StoredEvent[] = [];
        while (to !== null && (at === null || at < to)) {
          const missing = await read(at, to);
          const last = missing.at(-1);
          if (!last) throw new Error(`the event store ends before ${to}, where ${name} stands`);
          passed.push(...(await applyBatch(transaction, missing, at, last.position)));
          at = last.position;
        }
        if (at !== to) throw new BuiltElsewhere(name);
        standsAt(at);
        passed.forEach(passing.note);
        return { ...(await compareTables(transaction, projection)), position: to, passedBy: passing.all().length };
      },
      { isolationLevel: 'repeatable read' },
    );

  let verified: Verified | undefined;
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
