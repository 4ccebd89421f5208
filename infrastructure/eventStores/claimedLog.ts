import type { Knex } from 'knex';
import type { EventStore, Position } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { confirmationOf } from '../system/confirmation.ts';
import { StartFailure } from '../system/startFailure.ts';
import { askDatabase } from './logIdentity.ts';

/** Its first event holds the id of the database that owns the log. */
export const CLAIM_STREAM = 'eventLog-claim';

export type ClaimedEventStore = EventStore & {
  /** The ownership claim. */
  claim: {
    /** Works on any log, even one that is not ours. */
    read(): Promise<string | undefined>;
    /** The first claim wins. */
    write(id: string): Promise<void>;
    /** Whether one of our events is at exactly this position. */
    hasEventAt(position: Position): Promise<boolean>;
  };
};

type Claiming = {
  db: Knex;
  /** Event store hosts, for messages. */
  hosts: string;
  /** Confirmation code: the operator has restored this database. */
  restored: string | undefined;
  log?: Log | undefined;
};

/** Created once and committed before the store sees it, so a crash in between repeats the claim with the same id. */
const idOf = async (db: Knex): Promise<string> => {
  await db.raw('UPDATE event_log SET id = gen_random_uuid() WHERE id IS NULL');
  return (await db('event_log').first('id')).id;
};

const anothers = (hosts: string): string =>
  `the event store at ${hosts} (EVENTSTORE_URL) belongs to another database: name the store of this marketplace`;

/** Older databases may have no landmark: then an event must exist at the furthest checkpoint. */
const hasFollowed = async (db: Knex, store: ClaimedEventStore): Promise<boolean> => {
  const { landmark, furthest } = await askDatabase(db);
  // `head` has already found it in this log
  if (landmark) return true;
  return furthest !== null && (await store.claim.hasEventAt(furthest));
};

/**
 * A log belongs to one database: another one would act on events whose effects it has never seen. Returns the shared
 * id. @throws StartFailure
 */
export const claimStore = async (store: ClaimedEventStore, { db, hosts, restored, log }: Claiming): Promise<string> => {
  const id = await idOf(db);
  const refuse = (why: string, claimed: string | null): never => {
    throw new StartFailure(`${why} start once with EVENT_LOG_RESTORED=${confirmationOf(id, claimed)}`);
  };
  const refuseAnothers = (claimed: string): never =>
    refuse(`${anothers(hosts)}; after a restore of this database`, claimed);

  const claimed = await store.claim.read();
  const isRestored = restored === confirmationOf(id, claimed ?? null);
  if (claimed !== undefined && claimed !== id && !isRestored) refuseAnothers(claimed);
  // refuses a log that lacks what this database has followed
  const head = await store.head();
  if (claimed === id) return id;
  if (claimed !== undefined) {
    await db('event_log').update({ id: claimed });
    log?.warn({ id: claimed }, 'the restored database now belongs to the event log');
    return claimed;
  }

  if (head !== undefined && !isRestored && !(await hasFollowed(db, store)))
    refuse(
      `the event store at ${hosts} (EVENTSTORE_URL) holds events that this database has never followed: name another store, or restore the database that belongs to it; to follow them from the beginning`,
      null,
    );
  await store.claim.write(id);
  const written = await store.claim.read();
  if (written === undefined)
    throw new StartFailure(
      `the stream ${CLAIM_STREAM} of the event store at ${hosts} (EVENTSTORE_URL) was cut off or deleted: take its metadata back`,
    );
  if (written !== id) refuseAnothers(written);
  return id;
};

/** For read-only access. @throws StartFailure */
export const refuseAnothersStore = async (
  store: ClaimedEventStore,
  { db, hosts }: Pick<Claiming, 'db' | 'hosts'>,
): Promise<void> => {
  const claimed = await store.claim.read();
  // the column is missing in databases of older releases
  const { id } = (await db('event_log').first()) ?? {};
  if (claimed !== undefined && id && claimed !== id) throw new StartFailure(anothers(hosts));
};
