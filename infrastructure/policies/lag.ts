import type { Knex } from 'knex';
import type { Policy } from '#application/follow.ts';
import type { EventStore, StoredEvent } from '#application/ports/eventStore.ts';

/** More are not counted. */
const COUNTED = 2_000;

/** Events that a policy wants and has not handled; those that it skips do not count, because it saves its place only now and then. */
export const measurePolicyLag = async (
  db: Knex,
  store: Pick<EventStore, 'readAll'>,
  policies: readonly Pick<Policy, 'name' | 'handles'>[],
): Promise<{ name: string; behind: number; stopped: null }[]> => {
  const rows: { name: string; position: string }[] = await db('policy_checkpoints').select('name', 'position');
  const places = new Map(rows.map(({ name, position }) => [name, position]));
  const after = new Map<string, StoredEvent[]>();
  const eventsAfter = async (position: string | undefined): Promise<StoredEvent[]> => {
    const known = after.get(position ?? '');
    if (known) return known;
    const events = await store.readAll({ after: position, limit: COUNTED });
    after.set(position ?? '', events);
    return events;
  };
  const lags = [];
  for (const { name, handles } of policies) {
    const wanted = new Set<string>(handles);
    const events = await eventsAfter(places.get(name));
    lags.push({ name, behind: events.filter(({ type }) => wanted.has(type)).length, stopped: null });
  }
  return lags;
};
