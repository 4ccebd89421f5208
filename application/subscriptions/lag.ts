import type { EventStore, Position, StoredEvent } from '../ports/eventStore.ts';

/** Counting stops here: `behind` is then a lower bound. */
export const COUNTED = 2_000;
/** Sorts before every position. */
const START: Position = '';

type Standing = { name: string; handles: readonly string[]; position: Position | null };

/**
 * Per subscription, the events it handles but has not seen. Other events count only beyond the limit, because
 * checkpoints skip them in steps.
 */
export const countBehind = async (
  store: Pick<EventStore, 'readAll'>,
  subscriptions: readonly Standing[],
): Promise<ReadonlyMap<string, number>> => {
  const read = (after: Position) => store.readAll({ after: after === START ? undefined : after, limit: COUNTED });
  const furthestBehind = subscriptions.map(({ position }) => position ?? START).sort()[0];
  const latest = furthestBehind === undefined ? [] : await read(furthestBehind);
  // A subscription far behind fills the whole page, so the others need their own.
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
