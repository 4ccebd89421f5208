import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { LivingReleases, Reads, Release } from '#application/ports/eventCodec.ts';
import type { Log } from '#application/ports/log.ts';
import { newId } from '../system/ids.ts';
import { commonReads, printOf, readsMore } from './prints.ts';

/** How often a process says that it lives, and looks who else does, ms. */
const BEAT_MS = 1_000;
/** What was seen longer ago counts for nothing: before anything is written it is looked again, ms. */
const FRESH_MS = 3_000;
/** Of a process that says no more, s; a frozen one loses its leases after the same time. */
export const LIFETIME_S = 15;
const SWEPT_AFTER_S = 600;

const BEAT = `
  WITH swept AS (DELETE FROM living_processes WHERE NOT held AND seen_at < now() - make_interval(secs => :sweptAfter))
  INSERT INTO living_processes (process, print, reads, read_models) VALUES (:process, :print, :reads, :readModels)
  ON CONFLICT (process) DO UPDATE SET seen_at = now()`;

/** What each print means is read once. */
const LOOK = `
  SELECT DISTINCT print,
         CASE WHEN print = ANY(:known) THEN NULL ELSE reads END AS reads,
         CASE WHEN print = ANY(:known) THEN NULL ELSE read_models END AS "readModels"
    FROM living_processes WHERE held OR seen_at > now() - make_interval(secs => :lifetime)`;

type Seen = { releases: readonly Release[]; readByAll: Reads; at: number };
type Row = { print: string; reads: Reads | null; readModels: Release['readModels'] | null };

export type LivingProcesses = LivingReleases & {
  /** This process lives from now on. Resolves when every other one has seen it that might write what it does not read. */
  announce(log: Pick<Log, 'info' | 'warn'>): Promise<void>;
  /** It does not any more. */
  leave(): Promise<void>;
};

type Options = { db: Knex; release: Release; beatMs?: number; freshMs?: number };

/** Runs on the database's clock; each process measures by its own only how long ago it has looked. */
export const openLivingProcesses = ({
  db,
  release,
  beatMs = BEAT_MS,
  freshMs = FRESH_MS,
}: Options): LivingProcesses => {
  const process = newId();
  const print = printOf(release);
  const known = new Map<string, Release>([[print, release]]);
  let seen: Seen | undefined;
  let looking: Promise<Seen> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  let left = false;

  const look = async (): Promise<Seen> => {
    const at = performance.now();
    const { rows } = await db.raw<{ rows: Row[] }>(LOOK, { known: [...known.keys()], lifetime: LIFETIME_S });
    for (const row of rows)
      if (row.reads && row.readModels) known.set(row.print, { reads: row.reads, readModels: row.readModels });
    const releases = rows.flatMap((row) => known.get(row.print) ?? []);
    seen = { releases, readByAll: commonReads([release.reads, ...releases.map(({ reads }) => reads)]), at };
    return seen;
  };

  const lookAnew = (): Promise<Seen> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const current = async (): Promise<Seen> => (seen && performance.now() - seen.at < freshMs ? seen : lookAnew());

  const beat = async (): Promise<void> => {
    const { reads, readModels } = release;
    const row = { process, print, reads: JSON.stringify(reads), readModels: JSON.stringify(readModels) };
    await db.raw(BEAT, { ...row, sweptAfter: SWEPT_AFTER_S });
  };

  const goOn = (log: Pick<Log, 'warn'>): void => {
    timer = setTimeout(() => {
      beating = beat()
        .then(lookAnew)
        .then(
          () => undefined,
          (error: unknown) =>
            log.warn({ error: String(error) }, 'a process could not say that it lives; it tries again'),
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
      // Of two that begin at once the later look sees both rows.
      await beat();
      const { releases } = await lookAnew();
      goOn(log);
      if (await db('living_processes').where({ held: true }).first())
        log.warn({}, 'nothing newer is written than what was held: npm run releases -- free ends that');
      const unread = releases.flatMap(({ reads }) => readsMore(reads, release));
      if (unread.length === 0) return;
      log.info({ unread: [...new Set(unread)] }, 'a newer release runs; this process waits until it is noticed');
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
