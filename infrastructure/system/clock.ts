import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Migration } from '../postgres/migrate.ts';

export const systemClock: Clock = { now: () => Date.now() };

/** The clock of the embedded mode: the system clock plus an offset that survives restarts. It never goes backwards. */
export type MovableClock = Clock & {
  /** `ms` ≥ 0; returns the new time. */
  advance(ms: number): Promise<number>;
  /** No-op if the instant has passed. */
  advanceTo(instant: number): Promise<number>;
  /** Sets the clock of a new store back, once, so that the demo can cover the last weeks. */
  begin(instant: number): Promise<boolean>;
  /** Adopts changes by other processes within a second; returns a stop function. */
  follow(log: Pick<Log, 'warn'>): () => Promise<void>;
};

export const clockMigrations: Migration[] = [
  {
    name: 'clock-1-offset',
    up: async (db) => {
      await db.raw(
        'CREATE TABLE marketplace_clock (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), offset_ms bigint NOT NULL)',
      );
    },
  },
];

const FOLLOW_MS = 1_000;

export const openMovableClock = async (db: Knex, system: Clock = systemClock): Promise<MovableClock> => {
  let offset = 0;
  let isKept = false;
  let latest = Number.NEGATIVE_INFINITY;

  const now = (): number => {
    latest = Math.max(latest, system.now() + offset);
    return latest;
  };

  /** Only the first offset of a store may set its clock back, so forget the latest time shown before it. */
  const take = (kept: number): void => {
    if (!isKept) latest = Number.NEGATIVE_INFINITY;
    offset = isKept ? Math.max(offset, kept) : kept;
    isKept = true;
  };

  const keep = async (later: string, value: number): Promise<void> => {
    const { rows } = await db.raw<{ rows: { offset_ms: number | string }[] }>(
      `INSERT INTO marketplace_clock (offset_ms) VALUES (greatest(:value::bigint, 0))
       ON CONFLICT (only_one) DO UPDATE SET offset_ms = ${later} RETURNING offset_ms`,
      { value },
    );
    if (rows[0]) take(Number(rows[0].offset_ms));
  };

  const refresh = async (): Promise<void> => {
    const row = await db('marketplace_clock').first('offset_ms');
    if (row) take(Number(row.offset_ms));
  };

  await refresh();
  return {
    now,
    follow: (log) => {
      const look = () => refresh().catch((error) => log.warn({ error: String(error) }, 'the clock could not be read'));
      const timer = setInterval(look, FOLLOW_MS);
      return async () => clearInterval(timer);
    },
    advance: async (ms) => {
      if (!(ms >= 0)) throw new RangeError('the clock does not go backwards');
      await keep('marketplace_clock.offset_ms + :value::bigint', Math.round(ms));
      return now();
    },
    advanceTo: async (instant) => {
      await keep('greatest(marketplace_clock.offset_ms, :value::bigint)', Math.round(instant - system.now()));
      return now();
    },
    begin: async (instant) => {
      const { rowCount } = await db.raw(
        'INSERT INTO marketplace_clock (offset_ms) VALUES (?) ON CONFLICT (only_one) DO NOTHING',
        [Math.round(instant - system.now())],
      );
      await refresh();
      return rowCount === 1;
    },
  };
};
