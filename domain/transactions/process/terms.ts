import type { Instant } from '../../shared/instants.ts';
import { endOfTerm, type Holding, type Term } from '../terms/terms.ts';
import { type Promised, termsFor } from '../terms/termsFor.ts';
import { DEADLINE_TABLE } from './deadlineTable.ts';

type Table = typeof DEADLINE_TABLE;
type KindsWith<Field> = { [Kind in keyof Table]: Table[Kind] extends Field ? Kind : never }[keyof Table];

/** The instant of a deadline that is set at `from`, by the terms of the transaction. */
export const due = (kind: KindsWith<{ after: Holding<Term> }>, from: Instant, transaction: Promised): Instant =>
  endOfTerm(from, termsFor(transaction)[DEADLINE_TABLE[kind].after]);

/** The instant of a reminder before `end`. */
export const noticeBefore = (
  kind: KindsWith<{ before: Holding<number> }>,
  end: Instant,
  transaction: Promised,
): Instant => end - termsFor(transaction)[DEADLINE_TABLE[kind].before];

/** The instant of the next retry; null after the last one. */
export const retryAfter = (
  kind: KindsWith<{ after: Holding<readonly number[]> }>,
  failures: number,
  at: Instant,
  transaction: Promised,
): Instant | null => {
  const term = termsFor(transaction)[DEADLINE_TABLE[kind].after][failures - 1];
  return term === undefined ? null : at + term;
};
