import type { Instant } from '../shared/instants.ts';
import { armedDeadlines } from './deadlines.ts';
import { DEADLINE_ROWS, type DEADLINE_TABLE, type DeadlineKind } from './process/deadlineTable.ts';
import type { Transaction } from './state.ts';

type Table = typeof DEADLINE_TABLE;
type PartyKind = {
  [Kind in keyof Table]: Table[Kind] extends { names: 'buyer' | 'seller'; fires: unknown } ? Kind : never;
}[keyof Table];

/** What a party must do in time: the deadlines that name it, and questions of staff. */
export type NeedKind = PartyKind | 'question';
export type Need = { kind: NeedKind; dueAt: Instant };

/** A reminder is about another deadline, so it is left out. */
export const asks = (kind: DeadlineKind, party: 'buyer' | 'seller'): kind is PartyKind => {
  const row = DEADLINE_ROWS[kind];
  return row.names === party && !('reminds' in row);
};

/** Soonest first. A question stays until its answer or the decision, even after its time. */
export const needsOf = (transaction: Transaction, party: 'buyer' | 'seller'): Need[] => {
  const asked = transaction.questions[party];
  return [
    ...armedDeadlines(transaction).flatMap(({ kind, dueAt }): Need[] => (asks(kind, party) ? [{ kind, dueAt }] : [])),
    ...(asked === null ? [] : [{ kind: 'question', dueAt: asked } as const]),
  ].sort((one, other) => one.dueAt - other.dueAt);
};
