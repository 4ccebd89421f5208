import { allProjections } from '#projections/all.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import type { Engines } from '../composition/engines.ts';
import { measureLag } from '../composition/readModels.ts';
import { openLog } from '../observability/log.ts';
import { openQuarantine } from '../policies/quarantine.ts';
import { openExclusively } from '../postgres/exclusively.ts';
import { failures } from '../postgres/failures.ts';
import { systemClock } from '../system/clock.ts';
import { runOperation, write } from './commandLine.ts';

const USAGE = `npm run projections -- rebuild NAME   builds a read model anew beside the old one and swaps them
npm run projections -- lag            says how many events each is behind
Names: ${allProjections.map(({ name }) => name).join(', ')}`;

/** Beside a marketplace that runs: its readers and its runner go on meanwhile. */
const rebuildNamed = async ({ store, codec, db }: Engines, name: string | undefined): Promise<boolean> => {
  const projection = allProjections.find((candidate) => candidate.name === name);
  if (!projection) return false;
  const started = Date.now();
  const exclusively = openExclusively(db, 'builds');
  const log = openLog({ level: 'warn' });
  const quarantine = openQuarantine({ db, clock: systemClock, log });
  try {
    await rebuild({ store, codec, db, projection, quarantine, failures, exclusively, log });
  } finally {
    quarantine.close();
  }
  write(`${projection.name} is built anew (${((Date.now() - started) / 1_000).toFixed(1)} s).`);
  return true;
};

const sayLag = async ({ db, store }: Engines): Promise<true> => {
  for (const { name, version, behind, stopped, building } of await measureLag(db, store, allProjections))
    write(
      `${name.padEnd(14)} version ${version}, ${behind} behind${building ? ', being built' : ''}${stopped ? `, STOPPED: ${stopped}` : ''}`,
    );
  return true;
};

runOperation(USAGE, async ([command, name], engines) => {
  if (command === 'rebuild') return rebuildNamed(engines, name);
  return command === 'lag' && sayLag(engines);
});
