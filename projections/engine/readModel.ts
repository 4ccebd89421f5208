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
import { recordSkipped, settle } from './quarantine.ts';
import { rebuild } from './rebuild.ts';
import { ensureLive, schemaOf, tablesIn } from './schemas.ts';
import type { Skip } from './skipping.ts';

type ReadModelOptions = {
  store: Pick<EventStore, 'readAll' | 'readStream'>;
  codec: Decoder;
  db: Knex;
  quarantine: Pick<Quarantine, 'find' | 'put' | 'refresh'>;
  /** Other running processes. */
  releases: Pick<LivingReleases, 'knowNewer'>;
  failures: Failures;
  exclusively: Exclusively;
  /** Shared by all read models of this process. */
  skip: Skip;
  /** The live checkpoint; shared as well. */
  find(name: string): Promise<Checkpoint | undefined>;
  log: Log;
};

export const openReadModel = (projection: Projection, options: ReadModelOptions): ReadModel => {
  const { db, skip, find, releases, log } = options;
  const { name, version, handles } = projection;

  let isLeft = false;
  const standingOf = (live: Checkpoint | undefined): Standing => {
    if (live?.version === version) {
      isLeft = false;
      return { position: live.position };
    }
    // no alarm: a newer release runs this read model until it is rolled back
    const reason = `version ${live?.version ?? 'none'} is live, this process knows version ${version}`;
    if (!isLeft) log.warn({ projection: name, reason }, 'a read model is left to another release');
    isLeft = true;
    return 'otherRelease';
  };
  const standing = async (): Promise<Standing> => standingOf(await find(name));

  const reader = { name, isReadModel: true };
  const tables = (transaction: Knex.Transaction) => tablesIn(transaction, schemaOf(name, 'live'));

  return {
    name,
    handles,
    tells: projection.tells === true,
    standing,
    prepare: async (held) => {
      const before = (await find(name)) ?? (await ensureLive(db, projection));
      // meanwhile the previous version stays readable, but nothing updates it: its handlers are gone
      const isOurs =
        before.version < version || (before.version > version && !(await releases.knowNewer(name, version)));
      if (isOurs) await rebuild({ ...options, projection, signal: held });
      const live = isOurs ? await find(name) : before;
      const found = standingOf(live);
      if (found !== 'otherRelease' && live?.stopped_by != null) await clearStopped(db, name);
      return found;
    },
    apply: async (events, from, to, passed) => {
      const transaction = await db.transaction();
      try {
        // first, because the row lock makes two processes that both believe they hold the lease count each event once
        const moved = await advance(transaction, { name, state: 'live', version, position: from }, to);
        const left = moved && (await recordSkipped(transaction, reader, passed));
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
