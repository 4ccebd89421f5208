import type { Instant } from '../shared/instants.ts';
import { escrowGate } from './escrowGate.ts';
import { COMMANDS, type Part, type RuledCommand } from './process/commandTable.ts';
import { type Condition, STANDING, type Standing } from './process/conditions.ts';
import { DEADLINE_ROWS, DEADLINES, type DeadlineKind, isReminder, isSet } from './process/deadlineTable.ts';
import type { State } from './process/region.ts';
import { arrowsOf, REGIONS, type RegionName } from './process/regions.ts';
import { HOLDS, type Hold, holdsOf, type Transaction } from './state.ts';
import { allWhyNot, type Obstacle } from './whyNot.ts';

/** `holds`: what blocks it, never empty. `left`: of a stopped clock, in ms; null for a deadline that is only blocked. */
export type Blocked = { holds: readonly Hold[] } & (
  | { kind: 'deadline'; deadline: DeadlineKind; left: number | null }
  | { kind: 'command'; command: RuledCommand; by: Part }
);

/** The region of each hold. */
export const HOLD_REGIONS = {
  paused: 'pause',
  disputed: 'dispute',
  refundDeferred: 'dispute',
  returning: 'return',
  chargeback: 'chargeback',
  staff: 'staff',
} as const satisfies Record<Hold, RegionName>;

/** The conditions that say that a hold is absent. */
const ABSENT: Partial<Record<Condition, readonly Hold[]>> = {
  free: HOLDS,
  notBlocked: ['chargeback', 'staff'],
  noChargebackOpen: ['chargeback'],
  noDisputeOpen: ['disputed'],
  notDeferred: ['refundDeferred'],
} satisfies Partial<Record<Standing, readonly Hold[]>>;

/** Whether a command itself places a hold in a region. */
const placesIn = (command: RuledCommand, region: RegionName): boolean => {
  const { none } = REGIONS[region] as Readonly<Record<string, State>>;
  const events: readonly string[] = COMMANDS[command].flatMap((step) => step.events);
  return none !== undefined && arrowsOf('none', none).some(([event, to]) => to !== 'none' && events.includes(event));
};

/** The holds that an obstacle of a command means, whether or not they are there. */
const meantBy = (obstacle: Obstacle, command: RuledCommand): readonly Hold[] => {
  if ('condition' in obstacle) return ABSENT[obstacle.condition] ?? [];
  if (!('region' in obstacle) || !obstacle.needs.includes('none') || placesIn(command, obstacle.region)) return [];
  return HOLDS.filter((hold) => HOLD_REGIONS[hold] === obstacle.region);
};

/** Whether an obstacle of a command only says that one of these holds is there. */
export const isByHold = (obstacle: Obstacle, command: RuledCommand, holds: readonly Hold[]): boolean =>
  meantBy(obstacle, command).some((hold) => holds.includes(hold));

const isThere = (transaction: Transaction, meant: readonly Hold[]): Hold[] =>
  holdsOf(transaction).filter((hold) => meant.includes(hold));

/** The decision to send a payout waits for every hold, although the table names none. */
const waits = (command: RuledCommand): readonly Hold[] => (command === 'InitiatePayout' ? HOLDS : []);

/** The holds that forbid a command to a part, perhaps in addition to other rules. */
export const holdsAgainst = (transaction: Transaction, part: Part, command: RuledCommand, now: Instant): Hold[] =>
  isThere(transaction, [
    ...waits(command),
    ...allWhyNot(transaction, part, command, now).flatMap((obstacle) => meantBy(obstacle, command)),
  ]);

/** The rest of the clock that a hold has stopped. */
const stopped = (kind: DeadlineKind, { remaining, inspectionLeft }: Transaction): number | null => {
  if (kind === 'escrowEnd') return remaining;
  return kind === 'returnInspection' ? inspectionLeft : null;
};

/** A deadline of this state that would run but for a hold. */
const blockedDeadline = (transaction: Transaction, kind: DeadlineKind): Blocked[] => {
  const { when = [] } = DEADLINE_ROWS[kind];
  const left = stopped(kind, transaction);
  if (isReminder(kind) || (left === null && !isSet(kind, transaction))) return [];
  const failed = when.filter((condition) => !STANDING[condition](transaction));
  const meant = failed.map((condition) => ABSENT[condition] ?? []);
  const holds = isThere(transaction, meant.flat());
  // another condition forbids it too
  if (holds.length === 0 || meant.some((some) => some.length === 0)) return [];
  return [{ kind: 'deadline', deadline: kind, holds, left }];
};

const isOnlyHeld = (transaction: Transaction, part: Part, command: RuledCommand, now: Instant): boolean => {
  if (waits(command).length > 0) return ['escrow', 'payable'].includes(transaction.money);
  const obstacles = allWhyNot(transaction, part, command, now);
  return (
    obstacles.length > 0 && obstacles.every((obstacle) => isThere(transaction, meantBy(obstacle, command)).length > 0)
  );
};

/** The deadlines, and then the commands by part, that a pause, a dispute, a return, a chargeback or a hold by staff blocks. */
export const whatIsBlocked = (transaction: Transaction, now: Instant): Blocked[] => {
  if (holdsOf(transaction).length === 0) return [];
  const known = new Set(escrowGate.deadlinesIn(transaction));
  const commands = (Object.keys(COMMANDS) as RuledCommand[]).flatMap((command) =>
    [...new Set(COMMANDS[command].map(({ by }) => by))].flatMap((by): Blocked[] =>
      isOnlyHeld(transaction, by, command, now)
        ? [{ kind: 'command', command, by, holds: holdsAgainst(transaction, by, command, now) }]
        : [],
    ),
  );
  return [
    ...DEADLINES.filter((kind) => known.has(kind)).flatMap((kind) => blockedDeadline(transaction, kind)),
    ...commands,
  ];
};
