import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { LivingReleases, Reads, Release } from '#application/ports/eventCodec.ts';
import type { Log } from '#application/ports/log.ts';
import type { Migration } from '../postgres/migrate.ts';
import { newId } from '../system/ids.ts';
import { commonReads, fingerprintOf, readsMore } from './schemaFingerprints.ts';

/** `held`: a pinned version instead of a process; it does not expire. */
export const releaseMigrations: Migration[] = [
  {
    name: 'releases_1_living_processes',
    up: (db) =>
      db.raw(`
        CREATE TABLE living_processes (
          process text PRIMARY KEY,
          print text NOT NULL,
          reads jsonb NOT NULL,
          read_models jsonb NOT NULL,
          held boolean NOT NULL DEFAULT false,
          begun_at timestamptz NOT NULL DEFAULT now(),
          seen_at timestamptz NOT NULL DEFAULT now()
        )
      `),
  },
];

/** Interval of heartbeats and of reading the others', ms. */
const BEAT_MS = 1_000;
/** Older knowledge is refreshed before a write, ms. */
const FRESH_MS = 3_000;
/** A process without a heartbeat for this long is gone, s. A frozen one loses its leases after the same time. */
export const LIFETIME_S = 15;
const SWEPT_AFTER_S = 600;

const BEAT = `
  WITH swept AS (DELETE FROM living_processes WHERE NOT held AND seen_at < now() - make_interval(secs => :sweptAfter))
  INSERT INTO living_processes (process, print, reads, read_models) VALUES (:process, :print, :reads, :readModels)
  ON CONFLICT (process) DO UPDATE SET seen_at = now()`;

/** Reads the content of each fingerprint only once. */
const LOOK = `
  SELECT DISTINCT print,
         CASE WHEN print = ANY(:known) THEN NULL ELSE reads END AS reads,
         CASE WHEN print = ANY(:known) THEN NULL ELSE read_models END AS "readModels"
    FROM living_processes WHERE held OR seen_at > now() - make_interval(secs => :lifetime)`;

type ReleaseView = { releases: readonly Release[]; readByAll: Reads; at: number };
type Row = { print: string; reads: Reads | null; readModels: Release['readModels'] | null };

export type ProcessHeartbeats = LivingReleases & {
  /** Registers this process. Resolves once every process that might write newer versions has seen it. */
  announce(log: Pick<Log, 'info' | 'warn'>): Promise<void>;
  /** Unregisters this process. */
  leave(): Promise<void>;
};

type Options = { db: Knex; release: Release; beatMs?: number; freshMs?: number };

/** Uses the database clock; the local clock only measures the age of the last read. */
export const openProcessHeartbeats = ({
  db,
  release,
  beatMs = BEAT_MS,
  freshMs = FRESH_MS,
}: Options): ProcessHeartbeats => {
  const process = newId();
  const print = fingerprintOf(release);
  const known = new Map<string, Release>([[print, release]]);
  let seen: ReleaseView | undefined;
  let looking: Promise<ReleaseView> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  let left = false;

  const look = async (): Promise<ReleaseView> => {
    const at = performance.now();
    const { rows } = await db.raw<{ rows: Row[] }>(LOOK, { known: [...known.keys()], lifetime: LIFETIME_S });
    for (const row of rows)
      if (row.reads && row.readModels) known.set(row.print, { reads: row.reads, readModels: row.readModels });
    const releases = rows.flatMap((row) => known.get(row.print) ?? []);
    seen = { releases, readByAll: commonReads([release.reads, ...releases.map(({ reads }) => reads)]), at };
    return seen;
  };

  const refresh = (): Promise<ReleaseView> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const current = async (): Promise<ReleaseView> => (seen && performance.now() - seen.at < freshMs ? seen : refresh());

  const beat = async (): Promise<void> => {
    const { reads, readModels } = release;
    const row = { process, print, reads: JSON.stringify(reads), readModels: JSON.stringify(readModels) };
    await db.raw(BEAT, { ...row, sweptAfter: SWEPT_AFTER_S });
  };

  const goOn = (log: Pick<Log, 'warn'>): void => {
    timer = setTimeout(() => {
      beating = beat()
        .then(refresh)
        .then(
          () => undefined,
          (error: unknown) => log.warn({ error: String(error) }, 'a heartbeat failed and is retried'),
        )
        .finally(() => {
          if (!left) goOn(log);
        });
    }, beatMs);
  };

  return {
    readByAll: async () => (await current()).readByAll,
    knowNewer: async (readModel, version) =>
      (await current()).releases.some(({ readModels }) => (readModels[readModel] ?? 0) > version),
    announce: async (log) => {
      // Of two processes that start together, the later read sees both rows.
      await beat();
      const { releases } = await refresh();
      goOn(log);
      if (await db('living_processes').where({ held: true }).first())
        log.warn({}, 'event versions are pinned: npm run releases -- free unpins them');
      const unread = releases.flatMap(({ reads }) => readsMore(reads, release));
      if (unread.length === 0) return;
      log.info(
        { unread: [...new Set(unread)] },
        'a newer release is running; waiting until it has noticed this process',
      );
      await delay(freshMs + beatMs / 2);
    },
    leave: async () => {
      left = true;
      clearTimeout(timer);
      await beating;
      await db('living_processes').where({ process }).delete();
    },
  };
};
