import type { EventStore, Position, StoredEvent } from '../ports/eventStore.ts';

/** More are not counted: `behind` is at least this then. */
export const COUNTED = 2_000;
/** Sorts before every position. */
const START: Position = '';

type Standing = { name: string; handles: readonly string[]; position: Position | null };

/** Events that each wants and has not seen. Those that it does not want count only when there is no end of them: its checkpoint moves over them now and then. */
export const countBehind = async (
  store: Pick<EventStore, 'readAll'>,
  subscriptions: readonly Standing[],
): Promise<ReadonlyMap<string, number>> => {
  const read = (after: Position) => store.readAll({ after: after === START ? undefined : after, limit: COUNTED });
  const furthestBehind = subscriptions.map(({ position }) => position ?? START).sort()[0];
  const latest = furthestBehind === undefined ? [] : await read(furthestBehind);
  // One far behind would leave no room for what the others have not seen.
  const after = async (place: Position): Promise<StoredEvent[]> =>
    latest.length < COUNTED ? latest.filter(({ position }) => position > place) : read(place);

  const behind = new Map<string, number>();
  for (const { name, handles, position } of subscriptions) {
    const unseen = await after(position ?? START);
    const wanted = new Set(handles);
    behind.set(name, unseen.length < COUNTED ? unseen.filter(({ type }) => wanted.has(type)).length : COUNTED);
  }
  return behind;
};
