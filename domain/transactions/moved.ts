import type { News } from './events/sheet.ts';
import { type TransactionEventType, transactionEvents } from './events.ts';
import type { TransactionShape } from './stateShape.ts';

const MOVING: ReadonlySet<string> = new Set<News>(['said', 'decided', 'provider']);
export const movesCase = (type: TransactionEventType): boolean => MOVING.has(transactionEvents[type].news);

export const isDecision = (type: string): boolean =>
  Object.hasOwn(transactionEvents, type) && transactionEvents[type as TransactionEventType].news === 'decided';

/** Where the sale stands after an event: `revision` counts all of them, `movedAt` is the last one that moved the case. */
export const movedBy = (
  { revision, movedAt }: Pick<TransactionShape, 'revision' | 'movedAt'>,
  type: TransactionEventType,
) => ({
  revision: revision + 1,
  movedAt: movesCase(type) ? revision + 1 : movedAt,
});

/** The events after a revision that somebody who decided on it has to read: what moved the case, or whatever else stands in the way. */
export const newsSince = <Event extends { revision: number; type: TransactionEventType }>(
  history: readonly Event[],
  since: number,
): Event[] => {
  const later = history.filter(({ revision }) => revision > since);
  const moving = later.filter(({ type }) => movesCase(type));
  return moving.length > 0 ? moving : later;
};
