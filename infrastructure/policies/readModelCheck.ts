import type { Knex } from 'knex';
import type { Log } from '#application/ports/log.ts';
import type { KeptCheck, ReadModelChecks } from '#application/ports/readModelChecks.ts';
import { toBase64 } from '#application/transparency/bytes.ts';
import { allProjections } from '#projections/all.ts';
import type { BuildOptions } from '#projections/engine/build.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { type Verification, verifyReadModel } from '#projections/engine/verify.ts';
import { openExclusively } from '../postgres/exclusively.ts';
import { failures } from '../postgres/failures.ts';
import { systemClock } from '../system/clock.ts';
import { modelRoot } from '../transparency/modelRoot.ts';
import { openQuarantine } from './quarantine.ts';

type Engines = Pick<BuildOptions, 'store' | 'codec' | 'db'>;

/** What building a read model needs, beside a marketplace that runs: its readers and its runner go on meanwhile. */
export const openBuilding = ({ store, codec, db }: Engines, log: Log) => {
  const quarantine = openQuarantine({ db, clock: systemClock, log });
  const exclusively = openExclusively(db, 'builds');
  return { options: { store, codec, db, quarantine, failures, exclusively }, close: () => quarantine.close() };
};

/** Each read model by itself, one after the other, held to the events. */
export async function* verifiedReadModels(
  engines: Engines,
  log: Log,
  projections: readonly Projection[] = allProjections,
): AsyncGenerator<{ name: string } & Verification> {
  const { options, close } = openBuilding(engines, log);
  try {
    for (const projection of projections)
      yield { name: projection.name, ...(await verifyReadModel({ ...options, projection })) };
  } finally {
    close();
  }
}

/** The last of each read model, as a night has found it. */
export const keptChecks = async (db: Knex): Promise<KeptCheck[]> =>
  (await db<{ found: KeptCheck }>('read_model_checks').select('found').orderBy('name')).map(({ found }) => found);

export const openReadModelChecks = (
  engines: Engines,
  log: Log,
  projections: readonly Projection[] = allProjections,
): ReadModelChecks => ({
  names: projections.map(({ name }) => name),
  check: async (name) => {
    const projection = projections.find((known) => known.name === name)!;
    for await (const { leaves, differing, rows, position } of verifiedReadModels(engines, log, [projection]))
      return {
        name,
        version: projection.version,
        position,
        rows,
        root: toBase64(modelRoot(leaves)),
        differing: differing.map(({ table, key, kind }) => `${table} ${key} ${kind}`),
      };
    throw new Error(`${name} was not built`);
  },
  kept: () => keptChecks(engines.db),
  keep: async (check) => {
    await engines
      .db('read_model_checks')
      .insert({ name: check.name, night: check.night, found: JSON.stringify(check) })
      .onConflict('name')
      .merge();
  },
});
