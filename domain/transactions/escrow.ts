import { and, or, raise, setup, stateIn } from 'xstate';
import type { AccountId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ProviderEvent } from './commands.ts';
import type { TransactionEventType } from './events.ts';
import { COMMANDS, type Part, type RuledCommand, type Step } from './process/commandTable.ts';
import { type Excluded, isExcluded, STANDING, TIMELY } from './process/conditions.ts';
import { DEADLINE_ROWS, DEADLINES, type DeadlineKind, type DeadlineRow, isSet } from './process/deadlineTable.ts';
import { STATEMENTS } from './process/providerTable.ts';
import { arrowsOf, REGION_NAMES, REGIONS, type RegionName, type States } from './process/regions.ts';
import type { Transaction } from './state.ts';

/** The chart needs only the type of an event. */
type FactEvent = { type: TransactionEventType };
/** The question carries the transaction, so one chart state serves all transactions in it. */
export type StepEvent = {
  type: RuledCommand | ProviderEvent['kind'];
  part: Part;
  /** Absent if only the part matters. */
  actor?: AccountId;
  transaction: Transaction;
  now: Instant;
};
export type DeadlineEvent = { type: `deadline.${DeadlineKind}`; transaction: Transaction };
type EscrowEvent = FactEvent | StepEvent | DeadlineEvent;

type Asked = { event: EscrowEvent };

const entriesOf = <Key extends string, Value>(table: Readonly<Record<Key, Value>>): [Key, Value][] =>
  Object.entries(table) as [Key, Value][];
const mapOf = <Key extends string, Value, Mapped>(
  table: Readonly<Record<Key, Value>>,
  change: (value: Value) => Mapped,
) => Object.fromEntries(entriesOf(table).map(([key, value]) => [key, change(value)])) as Record<Key, Mapped>;

/** For each event the regions that know it, each with the states that have an arrow for it. */
const arrows = new Map<TransactionEventType, Map<RegionName, string[]>>();
for (const region of REGION_NAMES)
  for (const [state, definition] of Object.entries(REGIONS[region]))
    for (const [event] of arrowsOf(state, definition)) {
      const regions = arrows.get(event) ?? new Map<RegionName, string[]>();
      arrows.set(event, regions.set(region, [...(regions.get(region) ?? []), state]));
    }

/** Each of these regions is in one of these states. */
const standsIn = (regions: Iterable<readonly [string, readonly string[]]>) =>
  and([...regions].map(([region, states]) => or(states.map((state) => stateIn({ [region]: state })))));

const admitting = Object.fromEntries(
  [...arrows].map(([event, regions]) => [`admits ${event}`, standsIn(regions)]),
) as Record<`admits ${TransactionEventType}`, ReturnType<typeof standsIn>>;

const machine = setup({
  types: { events: {} as EscrowEvent },
  guards: {
    ...mapOf(
      STANDING,
      (holds) =>
        ({ event }: Asked) =>
          'transaction' in event && holds(event.transaction),
    ),
    ...mapOf(
      TIMELY,
      (holds) =>
        ({ event }: Asked) =>
          'now' in event && holds(event.transaction, event.now),
    ),
    ...admitting,
    isBy: ({ event }: Asked, { part }: { part: Part }) => 'part' in event && event.part === part,
    isNotProposer: ({ event }: Asked) => 'part' in event && !isExcluded.proposer(event.transaction, event.actor),
    isNotDecider: ({ event }: Asked) => 'part' in event && !isExcluded.decider(event.transaction, event.actor),
    isNotSettler: ({ event }: Asked) => 'part' in event && !isExcluded.settler(event.transaction, event.actor),
    isNotEnder: ({ event }: Asked) => 'part' in event && !isExcluded.ender(event.transaction, event.actor),
    isSet: ({ event }: Asked, { kind }: { kind: DeadlineKind }) =>
      'transaction' in event && isSet(kind, event.transaction),
  },
  actions: {
    /** An e-mail, or a question to the provider. */
    remind: () => undefined,
  },
});

const writes = (events: readonly TransactionEventType[]) => events.map((type) => raise({ type }));
const all = (conditions: readonly string[]) => and([...conditions]);
const statesOf = (states: States) => standsIn(Object.entries(states));

const IS_NOT: Readonly<Record<Excluded, string>> = {
  proposer: 'isNotProposer',
  decider: 'isNotDecider',
  settler: 'isNotSettler',
  ender: 'isNotEnder',
};

const ofStep = (step: Step) => ({
  guard: and([
    { type: 'isBy', params: { part: step.by } },
    all((step.notBy ?? []).map((who) => IS_NOT[who])),
    statesOf(step.in ?? {}),
    all(step.when ?? []),
    all(step.events.map((event) => `admits ${event}`)),
  ]),
  actions: writes(step.events),
  meta: step,
});

const ofDeadline = (kind: DeadlineKind, row: DeadlineRow) => ({
  guard: and([{ type: 'isSet', params: { kind } }, statesOf(row.in), all(row.when ?? [])]),
  actions: 'fires' in row ? writes(row.fires) : 'remind',
  meta: row,
});

type Transition = ReturnType<typeof ofStep> | ReturnType<typeof ofDeadline>;
/** The transitions of a state besides events: steps whose first event has an arrow there, and deadlines that run there. */
const answers = new Map<string, Record<string, Transition[]>>();
const answer = (region: RegionName, state: string, type: string, transition: Transition): void => {
  const place = answers.get(`${region}.${state}`) ?? {};
  answers.set(`${region}.${state}`, { ...place, [type]: [...(place[type] ?? []), transition] });
};

for (const [type, steps] of [...entriesOf(COMMANDS), ...entriesOf(STATEMENTS)])
  for (const step of steps) {
    const [[region, states]] = [...(arrows.get(step.events[0]) ?? [])] as [[RegionName, string[]]];
    for (const state of states) answer(region, state, type, ofStep(step));
  }
for (const kind of DEADLINES) {
  const [[region, states]] = Object.entries(DEADLINE_ROWS[kind].in) as [[RegionName, string[]]];
  for (const state of states) answer(region, state, `deadline.${kind}`, ofDeadline(kind, DEADLINE_ROWS[kind]));
}

const stateNodes = (region: RegionName) =>
  Object.fromEntries(
    Object.entries(REGIONS[region]).map(([name, state]) => [
      name,
      {
        on: {
          ...Object.fromEntries(
            arrowsOf(name, state).map(([event, target]) => [event, { target, guard: `admits ${event}` as const }]),
          ),
          ...answers.get(`${region}.${name}`),
        },
      },
    ]),
  );

/**
 * The tables of `process/` as one statechart of parallel regions. Events move it: all regions that know one, or none. Commands, statements
 * (with the part of the sender) and deadlines raise events.
 */
export const escrow = machine.createMachine({
  id: 'escrow',
  type: 'parallel',
  states: Object.fromEntries(
    REGION_NAMES.map((name) => [name, { initial: Object.keys(REGIONS[name])[0] as string, states: stateNodes(name) }]),
  ),
});
export type Escrow = typeof escrow;
