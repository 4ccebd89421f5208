import { getNextTransitions } from 'xstate';
import { type DeadlineEvent, type Escrow, escrow, type StepEvent } from './escrow.ts';
import type { TransactionEventType } from './events.ts';
import { COMMANDS, type Part, type RuledCommand, type Step } from './process/commandTable.ts';
import { type Condition, isExcluded, STANDING, TIMELY } from './process/conditions.ts';
import { DEADLINE_ROWS, DEADLINES, type DeadlineKind, isSet } from './process/deadlineTable.ts';
import { STATEMENTS } from './process/providerTable.ts';
import { type EscrowState, REGION_NAMES } from './process/regions.ts';

/** Something the machine is asked before anything is written. */
export type Question = StepEvent | DeadlineEvent;
type Snapshot = ReturnType<Escrow['resolveState']>;

export type EscrowGate = {
  machine: Escrow;
  snapshotOf: (state: EscrowState) => Snapshot;
  can: (question: Question) => boolean;
  /** Those with a transition in this state, before any guard: the machine refuses all others. */
  commandsIn: (state: EscrowState) => readonly RuledCommand[];
  deadlinesIn: (state: EscrowState) => readonly DeadlineKind[];
  /** Whether every region that knows the event has an arrow for it. */
  admits: (state: EscrowState, type: TransactionEventType) => boolean;
};

type Test = (question: Question) => boolean;

const CONDITIONS: Readonly<Record<Condition, (transaction: Question['transaction'], now: number) => boolean>> = {
  ...STANDING,
  ...TIMELY,
};
const testOf = (name: Condition): Test => {
  const holds = CONDITIONS[name];
  return (question) => holds(question.transaction, 'now' in question ? question.now : 0);
};

const PARTS: Readonly<Record<Part, number>> = { buyer: 0, seller: 1, staff: 2, system: 3, provider: 4 };

const testsOf = (steps: readonly Step[]): Test[] => [
  ...[...new Set(steps.flatMap(({ when }) => when ?? []))].map(testOf),
  ...[...new Set(steps.flatMap(({ notBy }) => notBy ?? []))].map(
    (who): Test =>
      (question) =>
        'part' in question && isExcluded[who](question.transaction, question.actor),
  ),
];

/** The conditions in the rows of each question: with the state and the part, all that its answer depends on. */
const TESTS: Readonly<Record<string, readonly Test[]>> = Object.fromEntries([
  ...[...Object.entries(COMMANDS), ...Object.entries(STATEMENTS)].map(([type, steps]) => [type, testsOf(steps)]),
  ...DEADLINES.map((kind) => {
    const isArmed: Test = ({ transaction }) => isSet(kind, transaction);
    return [`deadline.${kind}`, [isArmed, ...(DEADLINE_ROWS[kind].when ?? []).map(testOf)]];
  }),
]);

/** The part and each condition of a question as one number. */
const inputOf = (question: Question): number => {
  let input = 'part' in question ? PARTS[question.part] : 0;
  for (const test of TESTS[question.type] ?? []) input = input * 2 + (test(question) ? 1 : 0);
  return input;
};

const RULED = Object.keys(COMMANDS) as RuledCommand[];

/** One state of the machine, and its answers so far. */
const memoIn = (state: EscrowState, machine: Escrow) => {
  const value = Object.fromEntries(REGION_NAMES.map((region) => [region, state[region]]));
  const snapshot = machine.resolveState({ value });
  const known = new Set<string>(getNextTransitions(snapshot).map(({ eventType }) => eventType));
  return {
    snapshot,
    commands: RULED.filter((command) => known.has(command)),
    deadlines: DEADLINES.filter((kind) => known.has(`deadline.${kind}`)),
    answers: new Map([...known].map((type) => [type, new Map<number, boolean>()])),
    admitted: new Map<TransactionEventType, boolean>(),
  };
};
type Memo = ReturnType<typeof memoIn>;

/**
 * Asks the machine. XState takes longer to walk its regions than a fold can afford, so the gate remembers answers: per state, question and
 * `inputOf`. That changes no answer. A machine with other guards may depend on more, so it is asked every time.
 */
export const gateOf = (machine: Escrow): EscrowGate => {
  const isOwn = machine === escrow;
  const memos = new Map<string, Memo>();
  let last: { state: EscrowState; memo: Memo } | undefined;

  const find = (state: EscrowState): Memo => {
    let key = '';
    for (const region of REGION_NAMES) key += `${state[region]},`;
    const memo = memos.get(key) ?? memoIn(state, machine);
    memos.set(key, memo);
    return memo;
  };
  // no transaction changes, and one is asked several questions in a row
  const memoOf = (state: EscrowState): Memo => {
    if (last?.state !== state) last = { state, memo: find(state) };
    return last.memo;
  };

  return {
    machine,
    snapshotOf: (state) => memoOf(state).snapshot,
    can: (question) => {
      const { snapshot, answers } = memoOf(question.transaction);
      if (!isOwn) return snapshot.can(question);
      const known = answers.get(question.type);
      if (!known) return false;
      const input = inputOf(question);
      const answer = known.get(input) ?? snapshot.can(question);
      known.set(input, answer);
      return answer;
    },
    commandsIn: (state) => memoOf(state).commands,
    deadlinesIn: (state) => memoOf(state).deadlines,
    admits: (state, type) => {
      const { snapshot, admitted } = memoOf(state);
      const answer = admitted.get(type) ?? snapshot.can({ type });
      admitted.set(type, answer);
      return answer;
    },
  };
};

export const escrowGate = gateOf(escrow);
