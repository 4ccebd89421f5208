import type { Instant } from '../shared/instants.ts';
import type { Deadline } from './commands.ts';
import { type Escrow, escrow } from './escrow.ts';
import { placeOf } from './place.ts';
import { DEADLINE_ROWS } from './process/deadlineTable.ts';
import type { Transaction } from './state.ts';

/** Every deadline that is armed now, soonest first. What is not in this list does nothing when it fires. */
export const armedDeadlines = (transaction: Transaction, machine: Escrow = escrow): Deadline[] => {
  const { can, deadlines } = placeOf(transaction, machine);
  return deadlines
    .filter((kind) => can({ type: `deadline.${kind}`, sale: transaction }))
    .map((kind) => ({ kind, dueAt: DEADLINE_ROWS[kind].at(transaction) as Instant }))
    .sort((one, other) => one.dueAt - other.dueAt);
};
