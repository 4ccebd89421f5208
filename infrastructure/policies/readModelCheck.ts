import type { Log } from '#application/ports/log.ts';
import { allProjections } from '#projections/all.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { type Verified, verifyReadModel } from '#projections/engine/verify.ts';
import type { Engines } from '../composition/engines.ts';
import { openExclusively } from '../postgres/exclusively.ts';
import { failures } from '../postgres/failures.ts';
import { systemClock } from '../system/clock.ts';
import { openQuarantine } from './quarantine.ts';

/** What building a read model needs, beside a marketplace that runs: its readers and its runner go on meanwhile. */
export const openBuilding = ({ store, codec, db }: Pick<Engines, 'store' | 'codec' | 'db'>, log: Log) => {
  const quarantine = openQuarantine({ db, clock: systemClock, log });
  const exclusively = openExclusively(db, 'builds');
  return { options: { store, codec, db, quarantine, failures, exclusively }, close: () => quarantine.close() };
};

/** Each read model by itself, one after the other, held to the events. */
export async function* verifiedReadModels(
  engines: Pick<Engines, 'store' | 'codec' | 'db'>,
  log: Log,
  projections: readonly Projection[] = allProjections,
): AsyncGenerator<{ name: string } & Verified> {
  const { options, close } = openBuilding(engines, log);
  try {
    for (const projection of projections)
      yield { name: projection.name, ...(await verifyReadModel({ ...options, projection })) };
  } finally {
    close();
  }
}
