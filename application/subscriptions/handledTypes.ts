import type { Position } from '../ports/eventStore.ts';
import type { Handled, Subscriber } from './storage.ts';

/** Sorts before every position. */
const START: Position = '';

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

const added = ({ handles }: Subscriber, before: Handled): string[] =>
  handles.filter(
    (type) => before.knows.includes(type) && !before.handles.includes(type) && !Object.hasOwn(before.missed, type),
  );

/** Newly handled types without a declared beginning. `before`: undefined if no release ran the policy yet. */
export const unstated = (subscriber: Subscriber, before: Handled | undefined): string[] => {
  const fresh = before ? added(subscriber, before) : subscriber.handles;
  return fresh.filter((type) => !Object.hasOwn(subscriber.begins ?? {}, type));
};

/**
 * The record after this release took over from another. Types it does not handle are missed from here; types it
 * handles but the other did not must be caught up.
 */
export const takenOver = (
  subscriber: Subscriber,
  knows: readonly string[],
  before: Handled,
  position: Position | null,
): Handled => {
  const missed: Record<string, Position> = { ...before.missed };
  for (const type of added(subscriber, before)) if (subscriber.begins?.[type] === 'start') missed[type] = START;
  for (const type of before.handles) if (!subscriber.handles.includes(type)) missed[type] ??= position ?? START;
  return { handles: subscriber.handles, missed, knows: union(before.knows, knows) };
};

/** What a policy that never ran before must catch up if it does not read the log from the start. */
export const beginning = ({ handles, begins }: Subscriber, knows: readonly string[]): Handled => {
  const fromStart = handles.filter((type) => begins?.[type] === 'start');
  return { handles, missed: Object.fromEntries(fromStart.map((type) => [type, START])), knows };
};

/** The missed types that this release handles. */
export const late = ({ handles }: Subscriber, { missed }: Handled): Handled['missed'] =>
  Object.fromEntries(Object.entries(missed).filter(([type]) => handles.includes(type)));
