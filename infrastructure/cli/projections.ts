import { toBase64 } from '#application/transparency/bytes.ts';
import { allProjections } from '#projections/all.ts';
import type { DifferingRow } from '#projections/engine/compare.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import type { Verification } from '#projections/engine/verify.ts';
import type { Engines } from '../composition/engines.ts';
import { measureLag } from '../composition/readModels.ts';
import { openLog } from '../observability/log.ts';
import { openBuilding, verifiedReadModels } from '../policies/readModelCheck.ts';
import { modelRoot } from '../transparency/modelRoot.ts';
import { runOperation, write } from './commandLine.ts';

const USAGE = `npm run projections -- rebuild NAME    builds a read model anew beside the old one and swaps them
npm run projections -- verify [NAME]   builds it, or each, beside the live one and names the rows that are not what the events
                                       say. Ends with 1 where there is one.
npm run projections -- lag             says how many events each is behind
Names: ${allProjections.map(({ name }) => name).join(', ')}`;

const named = (name: string | undefined): Projection | undefined =>
  allProjections.find((candidate) => candidate.name === name);

const log = openLog({ level: 'warn' });
const seconds = (since: number): string => `${((Date.now() - since) / 1_000).toFixed(1)} s`;

const rebuildNamed = async (engines: Engines, projection: Projection): Promise<void> => {
  const started = Date.now();
  const { options, close } = openBuilding(engines, log);
  await rebuild({ ...options, projection, log }).finally(close);
  write(`${projection.name} is built anew (${seconds(started)}).`);
};

const DIFFERENCE: Record<DifferingRow['kind'], (columns: readonly string[]) => string> = {
  missing: () => 'is missing',
  surplus: () => 'is not from any event',
  differs: (columns) => `is not what the events say: ${columns.join(', ')}`,
};

const say = ({ name, rows, tables, leaves, position, passedBy, differing }: Found): void => {
  for (const { table, key, kind, columns } of differing)
    write(`${name}: row ${key} of ${table} ${DIFFERENCE[kind](columns)}`);
  if (differing.length > 0) return;
  const upTo = position === null ? 'before the first event' : `up to position ${BigInt(position)}`;
  const without = passedBy === 0 ? '' : `, without ${passedBy} streams in quarantine`;
  const root = toBase64(modelRoot(leaves));
  write(`${name}: ${rows} rows in ${tables} tables are what the events say, ${upTo}${without}; root ${root}`);
};
type Found = { name: string } & Verification;

/** One, or each. */
const verify = async (engines: Engines, projection: Projection | undefined): Promise<number> => {
  let differing = 0;
  for await (const found of verifiedReadModels(engines, log, projection && [projection])) {
    say(found);
    differing += found.differing.length;
  }
  return differing === 0 ? 0 : 1;
};

const sayLag = async ({ db, store }: Engines): Promise<void> => {
  for (const { name, version, behind, stopped, building } of await measureLag(db, store, allProjections))
    write(
      `${name.padEnd(14)} version ${version}, ${behind} behind${building ? ', being built' : ''}${stopped ? `, STOPPED: ${stopped}` : ''}`,
    );
};

runOperation(USAGE, ([command, name]) => {
  const projection = named(name);
  if (command === 'rebuild' && projection) return (engines) => rebuildNamed(engines, projection);
  if (command === 'verify' && (projection || name === undefined)) return (engines) => verify(engines, projection);
  return command === 'lag' ? sayLag : undefined;
});
