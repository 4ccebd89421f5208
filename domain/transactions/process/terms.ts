import { addBusinessDays } from '../../shared/businessDays.ts';
import type { Instant } from '../../shared/instants.ts';
import { type Promised, termsFor } from '../limits.ts';
import type { Holding, Term } from '../terms/terms.ts';
import { DEADLINE_TABLE } from './deadlineTable.ts';

type Table = typeof DEADLINE_TABLE;
type KindsWith<Field> = { [Kind in keyof Table]: Table[Kind] extends Field ? Kind : never }[keyof Table];

export const endOf = (term: Term, from: Instant): Instant =>
  typeof term === 'number' ? from + term : addBusinessDays(from, term.businessDays);

/** The instant of a deadline that is set at `from`, by the terms of the transaction. */
export const due = (kind: KindsWith<{ after: Holding<Term> }>, from: Instant, transaction: Promised): Instant =>
  endOf(termsFor(transaction)[DEADLINE_TABLE[kind].after], from);

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
