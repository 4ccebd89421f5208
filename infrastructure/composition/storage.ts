import { join } from 'node:path';
import type { Log } from '#application/ports/log.ts';
import { openJournal } from '#application/streams/journal.ts';
import { createEventCodec } from '../crypto/eventCodec.ts';
import { createKeyedHash } from '../crypto/keyedHash.ts';
import { openSubjectKeys, UnknownMasterKey } from '../crypto/subjectKeys.ts';
import { type Metrics, measuredStore } from '../observability/metrics.ts';
import { tracedStore } from '../observability/traced.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import { withSettings } from '../postgres/address.ts';
import { connect } from '../postgres/connect.ts';
import { openDiskSpace } from '../postgres/diskSpace.ts';
import { ClusterFault } from '../postgres/embedded/clusterFault.ts';
import { startEmbeddedPostgres } from '../postgres/embeddedPostgres.ts';
import { openProcessHeartbeats } from '../releases/processHeartbeats.ts';
import { thisRelease } from '../releases/schemaFingerprints.ts';
import type { Config } from '../settings/config.ts';
import { openClosing } from '../system/closing.ts';
import { StartFailure } from '../system/startFailure.ts';
import { databaseFailure } from './databaseFailure.ts';
import { migrateAll } from './migrations.ts';
import { openEventStore } from './openEventStore.ts';

export type Storage = Awaited<ReturnType<typeof openStorage>>;

type StorageOptions = {
  tracing?: Tracing;
  log?: Log;
  /** Called when the embedded database is lost for good. */
  lost?: ((failure: Error) => void) | undefined;
};

/** @throws StartFailure for a folder that needs its owner's attention */
export const startEmbedded: typeof startEmbeddedPostgres = (options) =>
  startEmbeddedPostgres(options).catch((error: unknown) => {
    throw error instanceof ClusterFault ? new StartFailure(error.message) : error;
  });

const openDatabase = async (
  { databaseUrl, database, dataDir, databaseRestarts: failures }: Config,
  say: (line: string) => void,
  { log: warnings, lost }: StorageOptions,
) => {
  if (databaseUrl !== undefined) return { url: withSettings(databaseUrl, database), stop: () => Promise.resolve() };
  say('Starting the database (the first time it is set up, which takes some seconds) …');
  const log = (line: string) => say(`  ${line}`);
  const server = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log });
  if (lost) server.watch({ lost, failures, told: (line) => warnings?.warn({}, line) });
  return { url: withSettings(server.url, database), stop: () => server.stop() };
};

const prepare = async (url: string, size: number, say: (line: string) => void) => {
  const db = connect(url, { size });
  try {
    const applied = await migrateAll(db);
    if (applied.length > 0) say(`Prepared the database: ${applied.length} migrations.`);
    return db;
  } catch (error) {
    await db.destroy();
    throw databaseFailure(error, url);
  }
};

/** Opens the database, the event store, the codec with its keys, and the journal. */
export const openStorage = async (
  config: Config,
  metrics: Metrics,
  say: (line: string) => void,
  options: StorageOptions = {},
) => {
  const { tracing = noTracing, log } = options;
  const database = await openDatabase(config, say, options);
  const db = await prepare(database.url, config.database.poolSize, say).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  const { eventStoreUrl, eventLogRestored: restored } = config;
  const opening = openEventStore({ db, databaseUrl: database.url, eventStoreUrl, restored, log });
  const diskSpace = openDiskSpace(db);
  const opened = measuredStore(
    await opening.catch(async (error: unknown) => {
      await db.destroy();
      await database.stop();
      throw error;
    }),
    metrics,
    diskSpace.failed,
  );
  const store = tracing === noTracing ? opened : tracedStore(opened, tracing);
  const { masterKey, otherMasterKeys } = config.secrets;
  const keys = openSubjectKeys({ db, masterKey, otherMasterKeys });
  const heartbeats = openProcessHeartbeats({ db, release: thisRelease() });
  const codec = createEventCodec({ keys, readByAll: heartbeats.readByAll });
  /** In opening order. The embedded database closes last: the others need it to close. */
  const parts = [
    { name: 'embedded database', close: () => database.stop() },
    { name: 'connections to the database', close: () => db.destroy() },
    { name: 'event store', close: () => store.close() },
  ];
  const close = async (): Promise<void> => {
    const closing = openClosing(log);
    for (const part of parts) closing.with(part.name, part.close);
    await closing.all();
  };
  const hashName = await createKeyedHash(keys).catch(async (error: unknown) => {
    await close();
    if (!(error instanceof UnknownMasterKey)) throw error;
    throw new StartFailure('the keys of this database are wrapped by another MASTER_KEY than this one');
  });
  return {
    url: database.url,
    db,
    diskSpace,
    store,
    keys,
    codec,
    heartbeats,
    journal: openJournal(store, codec),
    hashName,
    parts,
    close,
  };
};
