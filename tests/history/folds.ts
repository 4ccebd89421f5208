import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { TRANSACTION_SHAPE } from '#projections/transactions/fold/version.ts';
import type { Records } from './files.ts';
import { transactionStreams, transactionsIn } from './streamRecords.ts';

/** By record: a digest of the state after each event, with sorted fields. */
export type Folds = Readonly<Record<string, string>>;

const FOLDS = new URL('./folds.json', import.meta.url);
const SHAPES = new URL('../../projections/transactions/fold/shapes.ts', import.meta.url);
const NEXT = '  // the next one\n';

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The digests of all recorded transactions with the current `evolve`. */
export const foldsOf = async (
  records: Records,
  evolve: typeof transactionAggregate.evolve = transactionAggregate.evolve,
): Promise<Folds> => {
  const folds = new Map<string, string>();
  for (const name of transactionStreams(records)) {
    const digest = createHash('sha256');
    for (const transaction of await transactionsIn(name, records, evolve))
      digest.update(JSON.stringify(transaction, inOrder));
    folds.set(name, digest.digest('hex').slice(0, 16));
  }
  return Object.fromEntries(folds);
};

export const recordedFolds = (): Folds => JSON.parse(readFileSync(FOLDS, 'utf8'));

/** The known records whose digest has changed. */
export const foldedOtherwise = (before: Folds, now: Folds): string[] =>
  Object.keys(before).filter((name) => before[name] !== now[name]);

/** Adds a line to SALE_SHAPES if read models must rebuild, and returns it. */
export const recordFolds = async (records: Records, shapes: readonly string[]): Promise<string[]> => {
  const [before, now] = [recordedFolds(), await foldsOf(records)];
  const sameShape = shapes.at(-1) === TRANSACTION_SHAPE;
  const isSame = sameShape && foldedOtherwise(before, now).length === 0;
  if (isSame && Object.keys(now).every((name) => name in before)) return [];
  writeFileSync(FOLDS, `${JSON.stringify(now, undefined, 2)}\n`);
  if (isSame) return ['tests/history/folds.json'];
  const source = readFileSync(SHAPES, 'utf8');
  const line = `  '${TRANSACTION_SHAPE}', // ${sameShape ? 'the same shape, folded in another way' : 'another shape'}\n`;
  writeFileSync(SHAPES, source.replace(NEXT, `${line}${NEXT}`));
  return ['tests/history/folds.json', 'projections/transactions/fold/shapes.ts'];
};
