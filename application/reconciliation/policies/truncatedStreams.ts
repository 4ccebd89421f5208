import { tellColleagues } from '../../notifications/policies/colleagues.ts';
import { type Cut, type EventStore, HistoryCut } from '../../ports/eventStore.ts';
import type { Quarantine } from '../../ports/quarantine.ts';
import { nightly, type Period, type Recurring } from '../../shared/calendar.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { aggregates } from '../../streams/aggregates.ts';

type Deps = Pick<PolicyDeps, 'jobs' | 'colleagues' | 'log'> & {
  store: Pick<EventStore, 'cuts' | 'readStream'>;
  quarantine: Pick<Quarantine, 'put'>;
};

/** After the nightly book check. */
const HOUR_OF_NIGHT = 4;

const CATEGORIES: ReadonlySet<string> = new Set(Object.values(aggregates).map(({ category }) => category));
const isOurs = ({ stream }: Cut): boolean => CATEGORIES.has(stream.slice(0, stream.indexOf('-')));

/** Whether events are already gone, not only due to go. */
const isCut = async (stream: string, store: Deps['store']): Promise<boolean> => {
  try {
    return (await store.readStream(stream))[0]?.revision !== 0;
  } catch (error) {
    if (error instanceof HistoryCut) return true;
    throw error;
  }
};

const look = async ({ name }: Period, deps: Deps): Promise<'done'> => {
  const { store, quarantine, log } = deps;
  const found = (await store.cuts()).filter(isOurs);
  for (const { stream, by } of found) {
    const cut = await isCut(stream, store);
    log.error(
      { code: 'streamCut', stream, by, cut },
      'a stream of ours loses events by what was set at the event store',
    );
    const reason = `${stream} was cut off by ${by}`;
    const nowhere = { revision: 0, position: '', id: '', type: 'nothing' };
    if (cut) await quarantine.put({ stream, ...nowhere, reason, foundBy: 'metadata' });
  }
  const details = { kind: 'cut', what: 'streams', count: found.length };
  if (found.length > 0) await tellColleagues(['admin'], { template: 'needsRepair', details }, `cut.${name}`, deps);
  return 'done';
};

/**
 * Every night, checks that no setting at the event store removes events. A truncated stream is quarantined before
 * anybody needs it.
 */
export const cutStreams = (deps: Deps): Recurring => ({
  work: 'cutStreams',
  period: nightly(HOUR_OF_NIGHT),
  run: (night) => look(night, deps),
});
