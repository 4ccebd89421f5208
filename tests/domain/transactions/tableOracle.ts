import type { Question } from '#domain/transactions/escrowGate.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';
import { COMMANDS, type Step } from '#domain/transactions/process/commandTable.ts';
import { type Condition, isExcluded, STANDING, TIMELY } from '#domain/transactions/process/conditions.ts';
import { DEADLINE_ROWS, isSet } from '#domain/transactions/process/deadlineTable.ts';
import { STATEMENTS } from '#domain/transactions/process/providerTable.ts';
import {
  arrowsOf,
  type EscrowState,
  REGION_NAMES,
  REGIONS,
  type States,
} from '#domain/transactions/process/regions.ts';
import type { Transaction } from '#domain/transactions/state.ts';

/** For each event, the regions that know it and the states with an arrow for it. */
const ORIGINS = new Map<string, Map<keyof EscrowState, Set<string>>>();
for (const region of REGION_NAMES)
  for (const [name, state] of Object.entries(REGIONS[region]))
    for (const [event] of arrowsOf(name, state)) {
      const regions = ORIGINS.get(event) ?? new Map<keyof EscrowState, Set<string>>();
      ORIGINS.set(event, regions.set(region, (regions.get(region) ?? new Set()).add(name)));
    }

export const admitsByTables = (state: EscrowState, event: TransactionEventType): boolean =>
  [...(ORIGINS.get(event) ?? [])].every(([region, names]) => names.has(state[region]));

const isIn = (states: States, state: EscrowState): boolean =>
  Object.entries(states).every(([region, names]) =>
    (names as readonly string[]).includes(state[region as keyof EscrowState]),
  );

const CONDITIONS: Readonly<Record<Condition, (transaction: Transaction, now: number) => boolean>> = {
  ...STANDING,
  ...TIMELY,
};

const ROWS: Readonly<Record<string, readonly Step[]>> = { ...COMMANDS, ...STATEMENTS };

/** Answers a question from the tables of `process/` alone, without XState. */
export const canByTables = (question: Question): boolean => {
  const { transaction } = question;
  if (!('part' in question)) {
    const kind = question.type.slice('deadline.'.length) as keyof typeof DEADLINE_ROWS;
    const row = DEADLINE_ROWS[kind];
    return (
      isSet(kind, transaction) &&
      isIn(row.in, transaction) &&
      (row.when ?? []).every((name) => CONDITIONS[name](transaction, 0))
    );
  }
  return (ROWS[question.type] ?? []).some(
    (row) =>
      row.by === question.part &&
      isIn(row.in ?? {}, transaction) &&
      row.events.every((event) => admitsByTables(transaction, event)) &&
      !(row.notBy ?? []).some((who) => isExcluded[who](transaction, question.actor)) &&
      (row.when ?? []).every((name) => CONDITIONS[name](transaction, question.now)),
  );
};
