import type { Knex } from 'knex';
import type { Policy } from '#application/follow.ts';
import type { EventStore, Position, StoredEvent } from '#application/ports/eventStore.ts';

/** More are not counted. */
const COUNTED = 2_000;
/** Sorts before every position. */
const START: Position = '';

/** Events that a policy wants and has not handled; those that it skips do not count, because it saves its place only now and then. */
export const measurePolicyLag = async (
  db: Knex,
  store: Pick<EventStore, 'readAll'>,
  policies: readonly Pick<Policy, 'name' | 'handles'>[],
): Promise<{ name: string; behind: number; stopped: null }[]> => {
  const rows: { name: string; position: string }[] = await db('policy_checkpoints').select('name', 'position');
  const places = new Map(rows.map(({ name, position }) => [name, position]));
  const placeOf = (name: string): Position => places.get(name) ?? START;
  const read = (after: Position) => store.readAll({ after: after === START ? undefined : after, limit: COUNTED });

  const furthestBehind = policies.map(({ name }) => placeOf(name)).sort()[0] ?? START;
  const latest = await read(furthestBehind);
  // one far behind would leave no room for what the others have not seen
  const after = async (place: Position): Promise<StoredEvent[]> =>
    latest.length < COUNTED ? latest.filter(({ position }) => position > place) : read(place);

  const lags = [];
  for (const { name, handles } of policies) {
    const wanted = new Set<string>(handles);
    const behind = (await after(placeOf(name))).filter(({ type }) => wanted.has(type)).length;
    lags.push({ name, behind, stopped: null });
  }
  return lags;
};
