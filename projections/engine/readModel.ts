import type { Knex } from 'knex';
import type { EventCodec } from '#application/ports/eventCodec.ts';
import type { EventStore } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import type { ReadModel, Standing } from '#application/ports/readModels.ts';
import { advance, clearStopped, findCheckpoint, markStopped } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import { type Exclusively, rebuild } from './rebuild.ts';
import { ensureLive, schemaOf, tablesIn } from './schemas.ts';
import type { Skip } from './skipping.ts';

type ReadModelOptions = {
  store: Pick<EventStore, 'readAll'>;
  codec: Pick<EventCodec, 'decode'>;
  db: Knex;
  exclusively: Exclusively;
  /** Shared by the read models of this process. */
  skip: Skip;
  log: Log;
};

export const openReadModel = (projection: Projection, options: ReadModelOptions): ReadModel => {
  const { db, skip, log } = options;
  const { name, version, handles } = projection;

  const standing = async (): Promise<Standing> => {
    const live = await findCheckpoint(db, name, 'live');
    if (live?.version === version) return { position: live.position };
    // No alarm: a newer release has swapped its tables in and runs them.
    const reason = `version ${live?.version ?? 'none'} is live, this process knows version ${version}`;
    log.warn({ projection: name, reason }, 'a read model is left to another release');
    return 'otherRelease';
  };

  return {
    name,
    handles,
    standing,
    prepare: async (held) => {
      const live = await ensureLive(db, projection);
      // The version before stays readable meanwhile, but its handlers are gone with the old program, so it stands still.
      if (live.version < version) await rebuild({ ...options, projection, signal: held });
      const found = await standing();
      if (found !== 'otherRelease') await clearStopped(db, name);
      return found;
    },
    apply: (events, from, to) =>
      db.transaction(async (transaction) => {
        // The first statement: the row's lock lets two that both believe to hold the lease count each event once all the same.
        if (!(await advance(transaction, { name, state: 'live', version, position: from }, to))) return false;
        await projection.apply(events, tablesIn(transaction, schemaOf(name, 'live')));
        return true;
      }),
    skip: (from, to) => skip({ name, version, from, to }),
    markStopped: (reason) => markStopped(db, name, reason),
  };
};
