import type { Knex } from 'knex';
import type { Log } from '#application/ports/log.ts';
import type { KeptCheck } from '#application/reconciliation/readModelChecks.ts';
import type { ReadModelChecks } from '#application/reconciliation/storage.ts';
import { allProjections } from '#projections/all.ts';
import type { BuildOptions } from '#projections/engine/build.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { type Verification, verifyReadModel } from '#projections/engine/verify.ts';
import { openAdvisoryLock } from '../postgres/advisoryLock.ts';
import { failures } from '../postgres/failures.ts';
import { systemClock } from '../system/clock.ts';
import { openQuarantine } from './quarantine.ts';

type Storage = Pick<BuildOptions, 'store' | 'codec' | 'db'>;

/** Everything needed to build a read model while a marketplace runs next to it. */
export const openBuilding = ({ store, codec, db }: Storage, log: Log) => {
  const quarantine = openQuarantine({ db, clock: systemClock, log });
  const exclusively = openAdvisoryLock(db, 'builds');
  return { options: { store, codec, db, quarantine, failures, exclusively }, close: () => quarantine.close() };
};

/** Compares each read model with the events, one at a time. */
export async function* verifiedReadModels(
  storage: Storage,
  log: Log,
  projections: readonly Projection[] = allProjections,
): AsyncGenerator<{ name: string } & Verification> {
  const { options, close } = openBuilding(storage, log);
  try {
    for (const projection of projections)
      yield { name: projection.name, ...(await verifyReadModel({ ...options, projection })) };
  } finally {
    close();
  }
}

/** The latest nightly check of each read model. */
export const keptChecks = async (db: Knex): Promise<KeptCheck[]> =>
  (await db<{ found: KeptCheck }>('read_model_checks').select('found').orderBy('name')).map(({ found }) => found);

export const openReadModelChecks = (
  storage: Storage,
  log: Log,
  projections: readonly Projection[] = allProjections,
): ReadModelChecks => ({
  names: projections.map(({ name }) => name),
  check: async (name) => {
    const projection = projections.find((known) => known.name === name)!;
    for await (const { differing, rows, position } of verifiedReadModels(storage, log, [projection]))
      return {
        name,
        version: projection.version,
        position,
        rows,
        differing: differing.map(({ table, key, kind }) => `${table} ${key} ${kind}`),
      };
    throw new Error(`${name} was not built`);
  },
  kept: () => keptChecks(storage.db),
  keep: async (check) => {
    await storage
      .db('read_model_checks')
      .insert({ name: check.name, night: check.night, found: JSON.stringify(check) })
      .onConflict('name')
      .merge();
  },
});
