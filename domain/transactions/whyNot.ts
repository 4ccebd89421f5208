import type { Instant } from '../shared/instants.ts';
import type { TransactionEventType } from './events.ts';
import { COMMANDS, type Part, type RuledCommand, type Step } from './process/commandTable.ts';
import { type Condition, STANDING, TIMELY } from './process/conditions.ts';
import { PERIODS, type Period } from './process/periods.ts';
import { arrowsOf, type EscrowState, REGION_NAMES, REGIONS, type RegionName } from './process/regions.ts';
import type { Transaction } from './state.ts';

/**
 * A rule that forbids a command. `state`: where the region is. `needs`: the states in which it would be possible. `period`: when the
 * condition can hold, where time decides. The codes are stable.
 */
export type Obstacle =
  | { code: `region.${RegionName}`; region: RegionName; state: EscrowState[RegionName]; needs: readonly string[] }
  | { code: `condition.${Condition}`; condition: Condition; period: Period | null };

const CONDITIONS: Readonly<Record<Condition, (transaction: Transaction, now: Instant) => boolean>> = {
  ...STANDING,
  ...TIMELY,
};

/** For each event the regions that know it, each with the states that have an arrow for it. */
const ARROWS = new Map<TransactionEventType, Map<RegionName, Set<string>>>();
for (const region of REGION_NAMES)
  for (const [state, definition] of Object.entries(REGIONS[region]))
    for (const [event] of arrowsOf(state, definition)) {
      const regions = ARROWS.get(event) ?? new Map<RegionName, Set<string>>();
      ARROWS.set(event, regions.set(region, (regions.get(region) ?? new Set()).add(state)));
    }

const byRegion = (transaction: Transaction, region: RegionName, needs: readonly string[]): Obstacle => ({
  code: `region.${region}`,
  region,
  state: transaction[region],
  needs,
});

const isTimely = (condition: Condition): condition is keyof typeof TIMELY => Object.hasOwn(TIMELY, condition);

const byCondition = (transaction: Transaction, condition: Condition): Obstacle => ({
  code: `condition.${condition}`,
  condition,
  period: isTimely(condition) ? PERIODS[condition](transaction) : null,
});

/** Every rule of a row that does not hold, in the order in which people look for it: the state, then the conditions. It excludes no person. */
const obstaclesOf = (transaction: Transaction, step: Step, now: Instant): Obstacle[] => {
  const needs = new Map<RegionName, readonly string[]>();
  const require = (region: RegionName, states: readonly string[]) =>
    needs.set(region, needs.get(region)?.filter((state) => states.includes(state)) ?? states);
  for (const [region, states] of Object.entries(step.in ?? {}) as [RegionName, readonly string[]][])
    require(region, states);
  for (const event of step.events) for (const [region, states] of ARROWS.get(event) ?? []) require(region, [...states]);
  return [
    ...[...needs].flatMap(([region, states]) =>
      states.includes(transaction[region]) ? [] : [byRegion(transaction, region, states)],
    ),
    ...(step.when ?? [])
      .filter((condition) => !CONDITIONS[condition](transaction, now))
      .map((condition) => byCondition(transaction, condition)),
  ];
};

const isDated = (obstacle: Obstacle | undefined): boolean =>
  obstacle !== undefined && 'period' in obstacle && obstacle.period !== null;

/** Every rule that forbids a command to a part now, from the row that comes closest, one with a date before others. */
export const allWhyNot = (transaction: Transaction, part: Part, command: RuledCommand, now: Instant): Obstacle[] => {
  const rows = COMMANDS[command]
    .filter(({ by }) => by === part)
    .map((step) => obstaclesOf(transaction, step, now))
    .sort((one, other) => one.length - other.length || Number(isDated(other[0])) - Number(isDated(one[0])));
  return rows[0] ?? [];
};

/**
 * The first rule that forbids a command to a part now; undefined if the part may give it. It agrees with the statechart, which answers only
 * yes or no. A part without a row for the command has none to name.
 */
export const whyNot = (
  transaction: Transaction,
  part: Part,
  command: RuledCommand,
  now: Instant,
): Obstacle | undefined => allWhyNot(transaction, part, command, now)[0];

export type Forbidden = { command: RuledCommand; by: Part; obstacle: Obstacle };

const PAIRS = (Object.entries(COMMANDS) as [RuledCommand, readonly Step[]][]).flatMap(([command, steps]) =>
  [...new Set(steps.map(({ by }) => by))].map((by) => ({ command, by })),
);

/** Everything that some part may do at another time, each with the rule that forbids it now. Before its first event a transaction has no rules. */
export const whatCannotHappen = (transaction: Transaction, now: Instant): Forbidden[] =>
  (transaction.status === 'draft' ? [] : PAIRS).flatMap(({ command, by }) => {
    const obstacle = whyNot(transaction, by, command, now);
    return obstacle ? [{ command, by, obstacle }] : [];
  });
