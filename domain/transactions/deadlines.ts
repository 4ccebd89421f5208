import type { Instant } from '../shared/instants.ts';
import type { Deadline } from './commands.ts';
import { type EscrowGate, escrowGate } from './escrowGate.ts';
import { DEADLINE_ROWS } from './process/deadlineTable.ts';
import type { Transaction } from './state.ts';

/** The armed deadlines, soonest first. Any other deadline does nothing when it fires. */
export const armedDeadlines = (transaction: Transaction, gate: EscrowGate = escrowGate): Deadline[] =>
  gate
    .deadlinesIn(transaction)
    .filter((kind) => gate.can({ type: `deadline.${kind}`, transaction }))
    .map((kind) => ({ kind, dueAt: DEADLINE_ROWS[kind].at(transaction) as Instant }))
    .sort((one, other) => one.dueAt - other.dueAt);
