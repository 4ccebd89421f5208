import { type SnapshotFrom, transition } from 'xstate';
import type { Instant } from '../shared/instants.ts';
import type { ProviderEvent } from './commands.ts';
import { armedDeadlines } from './deadlines.ts';
import type { Escrow } from './escrow.ts';
import { type EscrowGate, escrowGate, type Question } from './escrowGate.ts';
import { COMMANDS, type Part, type RuledCommand, type Step } from './process/commandTable.ts';
import type { DeadlineKind } from './process/deadlineTable.ts';
import { STATEMENTS } from './process/providerTable.ts';
import type { EscrowState } from './process/regions.ts';
import type { Transaction } from './state.ts';

/** `to`: the regions that move, with their states after the certain events. */
export type Possible = { to: Partial<EscrowState> } & (
  | { kind: 'command'; command: RuledCommand; by: Part }
  | { kind: 'statement'; statement: ProviderEvent['kind'] }
  | { kind: 'deadline'; deadline: DeadlineKind; dueAt: Instant }
);

const moved = (transaction: Transaction, { value }: SnapshotFrom<Escrow>): Partial<EscrowState> =>
  Object.fromEntries(
    Object.entries(value as EscrowState).filter(
      ([region, state]) => transaction[region as keyof EscrowState] !== state,
    ),
  );

const stepsIn = <Name extends string>(table: Readonly<Record<Name, readonly Step[]>>) =>
  (Object.entries(table) as [Name, readonly Step[]][]).flatMap(([name, steps]) =>
    [...new Set(steps.map(({ by }) => by))].map((by) => ({ name, by })),
  );
const COMMAND_STEPS = stepsIn(COMMANDS);
const STATEMENT_STEPS = stepsIn(STATEMENTS);

/** All possible next steps: commands by part, statements that move the chart, and armed deadlines. */
export const whatCanHappen = (transaction: Transaction, now: Instant, gate: EscrowGate = escrowGate): Possible[] => {
  const after = (question: Question): Partial<EscrowState> | undefined =>
    gate.can(question)
      ? moved(transaction, transition(gate.machine, gate.snapshotOf(transaction), question)[0])
      : undefined;
  const commands = COMMAND_STEPS.flatMap(({ name, by }): Possible[] => {
    const to = after({ type: name, part: by, transaction, now });
    return to ? [{ kind: 'command', command: name, by, to }] : [];
  });
  const statements = STATEMENT_STEPS.flatMap(({ name, by }): Possible[] => {
    const to = after({ type: name, part: by, transaction, now });
    return to && Object.keys(to).length > 0 ? [{ kind: 'statement', statement: name, to }] : [];
  });
  const deadlines = armedDeadlines(transaction, gate).map(
    ({ kind, dueAt }): Possible => ({
      kind: 'deadline',
      deadline: kind,
      dueAt,
      to: after({ type: `deadline.${kind}`, transaction }) ?? {},
    }),
  );
  return [...commands, ...statements, ...deadlines];
};
