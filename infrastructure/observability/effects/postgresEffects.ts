import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import { causeOf, type Effect, type EffectCause, type Effects } from '#application/ports/effects.ts';
import type { Log } from '#application/ports/log.ts';

/** Ms between two writes. */
const FLUSH_EVERY = 200;
/** Rows in memory; the oldest are dropped beyond it, so that a database that is away fills no memory. */
const MOST = 10_000;
const ROWS_PER_STATEMENT = 500;

type Row = Omit<Effect, 'attempts'> & EffectCause & { attempts: number; more: number; firstAt: number; at: number };

const COLUMNS = 16;
const VALUES = `(${Array.from({ length: COLUMNS }, () => '?').join(', ')})`;

/** A row that only waits never replaces one that was tried. Attempts without a number are added. */
const write = async (db: Knex, rows: readonly Row[]): Promise<void> => {
  const values = rows.flatMap((row) => [
    row.kind,
    row.ref,
    row.name,
    row.stream,
    row.eventId,
    row.correlationId,
    row.job,
    row.actor?.id ?? null,
    row.actor?.role ?? null,
    row.outcome,
    row.reason,
    row.attempts + row.more,
    row.firstAt,
    row.at,
    row.nextAt,
    row.ms,
  ]);
  await db.raw(
    `INSERT INTO effects AS kept (kind, ref, name, stream, event_id, correlation_id, job, actor_id, actor_role,
                               outcome, reason, attempts, first_at, at, next_at, ms)
     VALUES ${rows.map(() => VALUES).join(', ')}
     ON CONFLICT (kind, ref) DO UPDATE SET
       outcome = excluded.outcome, reason = excluded.reason, at = excluded.at, next_at = excluded.next_at, ms = excluded.ms,
       stream = coalesce(kept.stream, excluded.stream), event_id = coalesce(kept.event_id, excluded.event_id),
       correlation_id = coalesce(kept.correlation_id, excluded.correlation_id), job = coalesce(kept.job, excluded.job),
       attempts = CASE WHEN excluded.kind = 'job' THEN greatest(kept.attempts, excluded.attempts) ELSE kept.attempts + excluded.attempts END
     WHERE excluded.outcome <> 'waiting'`,
    values,
  );
};

const merged = (before: Row | undefined, row: Row): Row => {
  if (!before) return row;
  if (row.outcome === 'waiting') return before;
  return {
    ...row,
    stream: before.stream ?? row.stream,
    eventId: before.eventId ?? row.eventId,
    correlationId: before.correlationId ?? row.correlationId,
    job: before.job ?? row.job,
    firstAt: before.firstAt,
    attempts: Math.max(before.attempts, row.attempts),
    more: before.more + row.more,
  };
};

export type PostgresEffects = Effects & {
  /** Writes what is in memory. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** Collects rows in memory and writes them in batches, independently of the work they describe. */
export const openEffects = ({ db, clock, log }: { db: Knex; clock: Clock; log: Log }): PostgresEffects => {
  const causes = new AsyncLocalStorage<EffectCause>();
  let rows = new Map<string, Row>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  const writeAll = async (): Promise<void> => {
    const batch = [...rows.values()];
    rows = new Map();
    try {
      for (let from = 0; from < batch.length; from += ROWS_PER_STATEMENT)
        await write(db, batch.slice(from, from + ROWS_PER_STATEMENT));
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ rows: batch.length, error: String(error) }, 'effects could not be recorded');
      isFailing = true;
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  };
  const cause = (): EffectCause => causes.getStore() ?? causeOf({});

  return {
    record: ({ attempts, ...effect }, given = {}) => {
      const now = clock.now();
      const key = `${effect.kind} ${effect.ref}`;
      const count = attempts === undefined ? { attempts: 0, more: 1 } : { attempts, more: 0 };
      const row = { ...effect, ...cause(), ...given, ...count, firstAt: now, at: now };
      if (rows.size >= MOST && !rows.has(key)) rows.delete(rows.keys().next().value as string);
      rows.set(key, merged(rows.get(key), row));
      timer ??= setTimeout(() => void flush(), FLUSH_EVERY);
    },
    within: (given, work) => causes.run({ ...cause(), ...given }, work),
    cause,
    flush,
    close: flush,
  };
};
