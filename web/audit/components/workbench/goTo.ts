import { isLike } from '#domain/audit/replay/rowQuery.ts';
import { typedInstant, type Zone } from './zones.ts';

type Row = { revision: number; type: string; instant: number };
type Found = { revision: number } | { problem: string };

const orProblem = (row: Row | undefined, problem: string): Found => (row ? { revision: row.revision } : { problem });

/** Finds the event that somebody typed: `9`, `2026-11-24 10:00`, `first Dispute*`, `last Payment*`, or the next `Dispute*`. */
export const goTo = (text: string, rows: readonly Row[], { zone, at }: { zone: Zone; at: number }): Found => {
  const typed = text.trim();
  const last = rows.at(-1)?.revision ?? 0;
  if (/^#?\d+$/.test(typed)) {
    const revision = Number(typed.replace('#', ''));
    return orProblem(
      rows.find((row) => row.revision === revision),
      `There is no event ${revision}. The last one is ${last}.`,
    );
  }
  const instant = typedInstant(typed, zone);
  if (instant !== undefined)
    return orProblem(
      rows.findLast((row) => row.instant <= instant),
      'The history begins later.',
    );
  const [, order, named] = /^(first|last|next)\s+(\S+)$/i.exec(typed) ?? [];
  const pattern = named ?? typed;
  const isIt = (row: Row) => isLike(row.type, pattern);
  const none = `No event is called ${pattern}.`;
  if (order?.toLowerCase() === 'first') return orProblem(rows.find(isIt), none);
  if (order?.toLowerCase() === 'last') return orProblem(rows.findLast(isIt), none);
  return orProblem(rows.find((row) => row.revision > at && isIt(row)) ?? rows.find(isIt), none);
};
