import type { Counterexample } from './counterexample.ts';
import { type Delay, longestDelay } from './delay.ts';
import { brokenEnds, ENDS } from './ends.ts';
import { BOOKED, CHART_ADMITS, HEARD, LOSS_IS_READ, NO_WORD_DROPPED, SAFETY } from './laws.ts';
import type { Scope } from './moves.ts';
import { OWN_RULES } from './rules.ts';
import { SCOPES } from './scopes.ts';
import { type How, type Walk, walk } from './walk.ts';

export type Walked = Pick<Walk, 'scope' | 'compared' | 'unlike'> & {
  states: number;
  steps: number;
  broken: Counterexample[];
};
export type Checked = { walked: Walked[]; delays: Record<Party, Delay>; broken: Counterexample[] };
type Party = 'buyer' | 'seller';

/** Days from the shipment until the money moves or the staff decide, whatever one party alone does. */
export const MOST_DELAY = 120;
export const NOT_WITHOUT_END = 'no party alone keeps the money waiting without end';

/** All that is checked, by the names of the counterexamples. */
export const LAWS: readonly string[] = [
  ...Object.keys(SAFETY),
  NO_WORD_DROPPED,
  BOOKED,
  HEARD,
  LOSS_IS_READ,
  CHART_ADMITS,
  ...ENDS,
  NOT_WITHOUT_END,
];

export const tooLong = (party: Party, { days, way }: Delay): Counterexample[] =>
  days > MOST_DELAY ? [{ law: NOT_WITHOUT_END, what: `the ${party}: ${days.toFixed(1)} days`, way }] : [];

/** Its states are not kept. `full`: each of those steps that are alike is taken, which finds the same. */
export const checkScope = (scope: Scope, { full = false }: Pick<How, 'full'> = {}): Walked => {
  const found = walk(scope, OWN_RULES, { full });
  const { compared, unlike, nodes, steps } = found;
  const broken = [...found.broken, ...brokenEnds(found)];
  return { scope, compared, unlike, states: nodes.length, steps: steps.to.length, broken };
};

/** Walks one scope after the other. */
export const check = (scopes: readonly Scope[] = SCOPES, how: Pick<How, 'full'> = {}): Checked => {
  const delays = { buyer: longestDelay('buyer'), seller: longestDelay('seller') };
  const walked = scopes.map((scope) => checkScope(scope, how));
  const late = [...tooLong('buyer', delays.buyer), ...tooLong('seller', delays.seller)];
  return { walked, delays, broken: [...late, ...walked.flatMap(({ broken }) => broken)] };
};
