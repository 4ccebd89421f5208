import { allProjections } from '#projections/all.ts';
import type { DifferingRow } from '#projections/engine/compare.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import type { Verification } from '#projections/engine/verify.ts';
import { measureLag } from '../composition/readModels.ts';
import type { Storage } from '../composition/storage.ts';
import { openLog } from '../observability/log.ts';
import { openBuilding, verifiedReadModels } from '../policies/readModelCheck.ts';
import { runOperation, write } from './commandLine.ts';

const USAGE = `npm run projections -- rebuild NAME    builds a new version of a read model and swaps it in
npm run projections -- verify [NAME]   rebuilds one or all next to the live ones and names rows that differ from the events.
                                       Exits with 1 if there are any.
npm run projections -- lag             shows how many events each is behind
Names: ${allProjections.map(({ name }) => name).join(', ')}`;

const named = (name: string | undefined): Projection | undefined =>
  allProjections.find((candidate) => candidate.name === name);

const log = openLog({ level: 'warn' });
const seconds = (since: number): string => `${((Date.now() - since) / 1_000).toFixed(1)} s`;

const rebuildNamed = async (storage: Storage, projection: Projection): Promise<void> => {
  const started = Date.now();
  const { options, close } = openBuilding(storage, log);
  await rebuild({ ...options, projection, log }).finally(close);
  write(`${projection.name} was rebuilt (${seconds(started)}).`);
};

const DIFFERENCE: Record<DifferingRow['kind'], (columns: readonly string[]) => string> = {
  missing: () => 'is missing',
  surplus: () => 'is not from any event',
  differs: (columns) => `is not what the events say: ${columns.join(', ')}`,
};

const say = ({ name, rows, tables, position, passedBy, differing }: Found): void => {
  for (const { table, key, kind, columns } of differing)
    write(`${name}: row ${key} of ${table} ${DIFFERENCE[kind](columns)}`);
  if (differing.length > 0) return;
  const upTo = position === null ? 'before the first event' : `up to position ${BigInt(position)}`;
  const without = passedBy === 0 ? '' : `, without ${passedBy} streams in quarantine`;
  write(`${name}: ${rows} rows in ${tables} tables are what the events say, ${upTo}${without}`);
};
type Found = { name: string } & Verification;

/** One read model, or all. */
const verify = async (storage: Storage, projection: Projection | undefined): Promise<number> => {
  let differing = 0;
  for await (const found of verifiedReadModels(storage, log, projection && [projection])) {
    say(found);
    differing += found.differing.length;
  }
  return differing === 0 ? 0 : 1;
};

const sayLag = async ({ db, store }: Storage): Promise<void> => {
  for (const { name, version, behind, stopped, building } of await measureLag(db, store, allProjections))
    write(
      `${name.padEnd(14)} version ${version}, ${behind} behind${building ? ', being built' : ''}${stopped ? `, STOPPED: ${stopped}` : ''}`,
    );
};

runOperation(USAGE, ([command, name]) => {
  const projection = named(name);
  if (command === 'rebuild' && projection) return (storage) => rebuildNamed(storage, projection);
  if (command === 'verify' && (projection || name === undefined)) return (storage) => verify(storage, projection);
  return command === 'lag' ? sayLag : undefined;
});
