import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';
import type { Step } from '#domain/transactions/process/commandTable.ts';
import type { DeadlineRow } from '#domain/transactions/process/deadlineTable.ts';
import { arrowsOf, REGION_NAMES, REGIONS, type RegionName, type States } from '#domain/transactions/process/regions.ts';
import { CONDITION_WORDS, joined, REGION_WORDS, STATE_WORDS } from '../../ui/processText.ts';

const inWords = (region: RegionName, states: readonly string[]): string => {
  const words: Readonly<Record<string, string>> = STATE_WORDS[region];
  return joined(
    states.map((state) => words[state] ?? state),
    'or',
  );
};

const statesAdmitting = (region: RegionName, events: readonly TransactionEventType[]): string[] =>
  Object.entries(REGIONS[region])
    .filter(([name, state]) => events.every((event) => arrowsOf(name, state).some(([arrow]) => arrow === event)))
    .map(([name]) => name);

/** States that accept the events of a step, in the first region that knows its first event. */
const placesOf = ({ events }: Step): States => {
  const region = REGION_NAMES.find((name) => statesAdmitting(name, events.slice(0, 1)).length > 0);
  if (region === undefined) return {};
  const known = events.filter((event) => statesAdmitting(region, [event]).length > 0);
  return { [region]: statesAdmitting(region, known) };
};

const placeWords = (states: States): string =>
  (Object.entries(states) as [RegionName, string[]][])
    .filter(([region]) => region !== 'records')
    .map(([region, names]) =>
      region === 'status' ? inWords(region, names) : `${REGION_WORDS[region]}: ${inWords(region, names)}`,
    )
    .join('; ');

const sentence = (places: string, conditions: readonly string[]): string =>
  [places, conditions.length > 0 ? `if ${joined(conditions, 'and')}` : ''].filter((part) => part !== '').join(', ');

export const whenOfStep = (step: Step): string =>
  sentence(placeWords({ ...placesOf(step), ...step.in }), [
    ...(step.when ?? []).map((condition) => CONDITION_WORDS[condition]),
    ...(step.notBy?.includes('proposer') ? ['somebody else proposed it'] : []),
    ...(step.notBy?.includes('decider') ? ['an appeal is not against their own decision'] : []),
  ]);

export const whenOfDeadline = ({ in: states, when = [] }: DeadlineRow): string =>
  sentence(
    placeWords(states),
    when.map((condition) => CONDITION_WORDS[condition]),
  );

type Events = readonly TransactionEventType[];

/** Without duplicates: partial and full coverage share a title. */
const titlesOf = (events: Events): string[] => [...new Set(events.map(transactionTitle))];

/** Titles of the recorded events, then of those that may be recorded as well. */
export const eventWords = (events: Events, also: Events = []): string => {
  const sure = joined(titlesOf(events), 'and');
  return also.length === 0 ? sure : `${sure}. Possibly also: ${joined(titlesOf(also), 'or')}`;
};
