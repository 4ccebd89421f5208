import type { News } from './events/sheet.ts';
import { type TransactionEventType, transactionEvents } from './events.ts';
import type { TransactionShape } from './stateShape.ts';

const MOVING: ReadonlySet<string> = new Set<News>(['said', 'decided', 'provider']);
export const movesCase = (type: TransactionEventType): boolean => MOVING.has(transactionEvents[type].news);

export const isDecision = (type: string): boolean =>
  Object.hasOwn(transactionEvents, type) && transactionEvents[type as TransactionEventType].news === 'decided';

/** `revision` counts all events; `movedAt` is the last one that moved the case. */
export const movedBy = (
  { revision, movedAt }: Pick<TransactionShape, 'revision' | 'movedAt'>,
  type: TransactionEventType,
) => ({
  revision: revision + 1,
  movedAt: movesCase(type) ? revision + 1 : movedAt,
});

/** The events after a revision that a decider must read: those that moved the case, or else all. */
export const newsSince = <Event extends { revision: number; type: TransactionEventType }>(
  history: readonly Event[],
  since: number,
): Event[] => {
  const later = history.filter(({ revision }) => revision > since);
  const moving = later.filter(({ type }) => movesCase(type));
  return moving.length > 0 ? moving : later;
};
