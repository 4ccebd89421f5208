import { getNextTransitions } from 'xstate';
import { askedOnce, type Question } from './answers.ts';
import type { DeadlineKind } from './commands.ts';
import { type Escrow, escrow } from './escrow.ts';
import type { TransactionEventType } from './events.ts';
import { COMMANDS, type RuledCommand } from './process/commandTable.ts';
import { DEADLINE_ROWS } from './process/deadlineTable.ts';
import { type EscrowState, REGION_NAMES } from './process/regions.ts';

/** The machine in one of its states, whichever sale stands there. */
type Place = {
  snapshot: ReturnType<Escrow['resolveState']>;
  can: (question: Question) => boolean;
  /** What has an arrow there, whatever its conditions say: the rest need not be asked for. */
  commands: readonly RuledCommand[];
  deadlines: readonly DeadlineKind[];
  admitted: Map<TransactionEventType, boolean>;
};

const RULED = Object.keys(COMMANDS) as RuledCommand[];
const KINDS = Object.keys(DEADLINE_ROWS) as DeadlineKind[];

const resolve = (state: EscrowState, machine: Escrow): Place => {
  const value = Object.fromEntries(REGION_NAMES.map((region) => [region, state[region]]));
  const snapshot = machine.resolveState({ value });
  const known = new Set<string>(getNextTransitions(snapshot).map(({ eventType }) => eventType));
  return {
    snapshot,
    can: askedOnce(snapshot, known, machine),
    commands: RULED.filter((command) => known.has(command)),
    deadlines: KINDS.filter((kind) => known.has(`deadline.${kind}`)),
    admitted: new Map(),
  };
};

/** Each is resolved once: there are few, and any number of sales stand in them. */
const places = new WeakMap<Escrow, Map<string, Place>>();

const find = (state: EscrowState, machine: Escrow): Place => {
  const resolved = places.get(machine) ?? new Map<string, Place>();
  places.set(machine, resolved);
  let key = '';
  for (const region of REGION_NAMES) key += `${state[region]},`;
  const place = resolved.get(key) ?? resolve(state, machine);
  resolved.set(key, place);
  return place;
};

let last: { state: EscrowState; machine: Escrow; place: Place } | undefined;

/** A sale is asked several questions one after the other, and no sale changes: the last one is known as the same object. */
export const placeOf = (state: EscrowState, machine: Escrow = escrow): Place => {
  if (last?.state !== state || last.machine !== machine) last = { state, machine, place: find(state, machine) };
  return last.place;
};

/** Whether the chart has an arrow for this fact in every region that knows it: nothing but the place decides that. */
export const admits = (state: EscrowState, type: TransactionEventType): boolean => {
  const { snapshot, admitted } = placeOf(state);
  const answer = admitted.get(type) ?? snapshot.can({ type });
  admitted.set(type, answer);
  return answer;
};
