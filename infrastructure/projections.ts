import { allProjections } from '#projections/all.ts';
import { rebuild } from '#projections/rebuild.ts';
import { measureLag } from '#projections/running/lag.ts';
import { readConfig } from './config.ts';
import { type Engines, openEngines } from './engines.ts';
import { openLog } from './observability/log.ts';
import { openMetrics } from './observability/metrics.ts';
import { lineFor } from './startFailure.ts';

const write = (line: string): void => void process.stdout.write(`${line}\n`);

const USAGE = `npm run projections -- rebuild NAME   builds a read model anew beside the old one and swaps them
npm run projections -- lag            says how many events each is behind
Names: ${allProjections.map(({ name }) => name).join(', ')}`;

/** Beside a marketplace that runs: its readers and its runner go on meanwhile. */
const rebuildNamed = async ({ store, codec, db }: Engines, name: string | undefined): Promise<boolean> => {
  const projection = allProjections.find((candidate) => candidate.name === name);
  if (!projection) return false;
  const started = Date.now();
  await rebuild({ store, codec, db, projection, log: openLog({ level: 'warn' }) });
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

const run = async ([command, name]: readonly string[]): Promise<number> => {
  const config = readConfig(process.env);
  // A read model is built for as long as it takes.
  const unhurried = { ...config, database: { ...config.database, statementTimeout: 0 } };
  const engines = await openEngines(unhurried, openMetrics(), write);
  try {
    const understood =
      command === 'rebuild' ? await rebuildNamed(engines, name) : command === 'lag' && (await sayLag(engines));
    if (!understood) write(USAGE);
    return understood ? 0 : 2;
  } finally {
    await engines.close();
  }
};

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${lineFor(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
    process.exit(1);
  },
);
