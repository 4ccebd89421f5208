import type { Knex } from 'knex';
import type { Decoder, LivingReleases } from '#application/ports/eventCodec.ts';
import type { EventStore } from '#application/ports/eventStore.ts';
import type { Failures } from '#application/ports/failures.ts';
import type { Log } from '#application/ports/log.ts';
import type { Quarantine } from '#application/ports/quarantine.ts';
import type { ReadModel, Standing } from '#application/subscriptions/storage.ts';
import type { Exclusively } from './build.ts';
import { advance, type Checkpoint, clearStopped, markStopped } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import { passBy, settle } from './quarantine.ts';
import { rebuild } from './rebuild.ts';
import { ensureLive, schemaOf, tablesIn } from './schemas.ts';
import type { Skip } from './skipping.ts';

type ReadModelOptions = {
  store: Pick<EventStore, 'readAll' | 'readStream'>;
  codec: Decoder;
  db: Knex;
  quarantine: Pick<Quarantine, 'find' | 'put' | 'refresh'>;
  /** Who runs beside this process. */
  releases: Pick<LivingReleases, 'knowNewer'>;
  failures: Failures;
  exclusively: Exclusively;
  /** Shared by the read models of this process. */
  skip: Skip;
  /** So is this: the live checkpoint. */
  find(name: string): Promise<Checkpoint | undefined>;
  log: Log;
};

export const openReadModel = (projection: Projection, options: ReadModelOptions): ReadModel => {
  const { db, skip, find, releases, log } = options;
  const { name, version, handles } = projection;

  let isLeft = false;
  const standingAt = (live: Checkpoint | undefined): Standing => {
    if (live?.version === version) {
      isLeft = false;
      return { position: live.position };
    }
    // No alarm: a newer release has swapped its tables in and runs them, until it is taken back.
    const reason = `version ${live?.version ?? 'none'} is live, this process knows version ${version}`;
    if (!isLeft) log.warn({ projection: name, reason }, 'a read model is left to another release');
    isLeft = true;
    return 'otherRelease';
  };
  const standing = async (): Promise<Standing> => standingAt(await find(name));

  const reader = { name, isReadModel: true };
  const tables = (transaction: Knex.Transaction) => tablesIn(transaction, schemaOf(name, 'live'));

  return {
    name,
    handles,
    tells: projection.tells === true,
    standing,
    prepare: async (held) => {
      const before = (await find(name)) ?? (await ensureLive(db, projection));
      // The version before stays readable meanwhile, but its handlers are gone with the old program, so it stands still.
      const isOurs =
        before.version < version || (before.version > version && !(await releases.knowNewer(name, version)));
      if (isOurs) await rebuild({ ...options, projection, signal: held });
      const live = isOurs ? await find(name) : before;
      const found = standingAt(live);
      if (found !== 'otherRelease' && live?.stopped_by != null) await clearStopped(db, name);
      return found;
    },
    apply: async (events, from, to, passed) => {
      const transaction = await db.transaction();
      try {
        // The first statement: the row's lock lets two that both believe to hold the lease count each event once all the same.
        const moved = await advance(transaction, { name, state: 'live', version, position: from }, to);
        const left = moved && (await passBy(transaction, reader, passed));
        const done = left && passed.every(({ stream }) => left.has(stream));
        if (done && events.length > 0) await projection.apply(events, tables(transaction));
        await (done ? transaction.commit() : transaction.rollback());
        return done;
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    },
    catchUp: (missed, events, at, applying) =>
      db.transaction(async (transaction) => {
        const live = await transaction<Checkpoint>('projections.checkpoints')
          .where({ name, state: 'live', version })
          .forUpdate()
          .first();
        if (live?.position !== at) return false;
        for (const event of events) {
          applying(event);
          await projection.apply([event], tables(transaction));
        }
        await settle(transaction, name, missed);
        return true;
      }),
    skip: (from, to) => skip({ name, version, from, to }),
    markStopped: (reason) => markStopped(db, name, reason),
  };
};
