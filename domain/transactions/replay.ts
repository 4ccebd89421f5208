import type { TransactionEvent, TransactionEventType } from './events.ts';
import { arrowsOf, type EscrowState, REGION_NAMES, REGIONS, type RegionName } from './process/regions.ts';

/** The chart as tables: for each event the regions that know it, each with state → next state. */
const steps = new Map<TransactionEventType, Map<RegionName, Map<string, string>>>();
for (const name of REGION_NAMES)
  for (const [from, state] of Object.entries(REGIONS[name]))
    for (const [type, to] of arrowsOf(from, state)) {
      const known = steps.get(type) ?? new Map<RegionName, Map<string, string>>();
      steps.set(type, known.set(name, (known.get(name) ?? new Map<string, string>()).set(from, to)));
    }

/** The chart refuses a stored history. A person has to look at it. */
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

/** The regions that an event moves, with their new states. @throws CorruptHistory */
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
