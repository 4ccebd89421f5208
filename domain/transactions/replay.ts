import { type EscrowState, REGIONS, type RegionName } from './escrow.ts';
import type { TransactionEvent, TransactionEventType } from './events.ts';

type Arrows = Readonly<Record<string, Readonly<Partial<Record<TransactionEventType, string>>>>>;
type Regions = Readonly<Record<string, { leaves?: readonly TransactionEventType[]; to?: Arrows[string] }>>;

const arrowsOf = (region: Regions): Arrows =>
  Object.fromEntries(
    Object.entries(region).map(([state, { leaves = [], to = {} }]) => [
      state,
      { ...Object.fromEntries(leaves.map((type) => [type, state])), ...to },
    ]),
  );

/** The chart as tables, per fact: the regions that know it, each with state → next state. */
const steps = new Map<TransactionEventType, [RegionName, Map<string, string>][]>();
for (const [name, region] of Object.entries(REGIONS) as [RegionName, Regions][])
  for (const [from, arrows] of Object.entries(arrowsOf(region)))
    for (const [type, to] of Object.entries(arrows) as [TransactionEventType, string][]) {
      const known = steps.get(type) ?? [];
      const own = known.find(([region]) => region === name) ?? [name, new Map<string, string>()];
      own[1].set(from, to);
      steps.set(type, known.includes(own) ? known : [...known, own]);
    }

/** A stored history that the chart refuses. Nothing can be built on it: somebody has to look. */
export class CorruptHistory extends Error {
  override readonly name = 'CorruptHistory';
  readonly event: TransactionEvent;
  readonly status: string;
  constructor(event: TransactionEvent, status: string) {
    super(`corrupt history: ${event.type} cannot follow in status ${status}`);
    this.event = event;
    this.status = status;
  }
}

/** The regions that a fact moves, each with its new state. @throws CorruptHistory */
export const step = (state: EscrowState, event: TransactionEvent): Partial<EscrowState> => {
  const known = steps.get(event.type);
  if (!known) throw new CorruptHistory(event, state.status);
  const moved: Partial<Record<RegionName, string>> = {};
  for (const [region, arrows] of known) {
    const next = arrows.get(state[region]);
    if (next === undefined) throw new CorruptHistory(event, state.status);
    moved[region] = next;
  }
  return moved as Partial<EscrowState>;
};
