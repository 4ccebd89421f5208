import { type Position as LogPosition, START } from '@eventstore/db-client';
import type { Position } from '#application/ports/eventStore.ts';

/** The server's "unknown": -1 as unsigned. */
const UNKNOWN = 2n ** 64n - 1n;

/** Offsets in the log. Commit and prepare only differ for TCP transactions, which nothing here uses. */
export const toPosition = ({ commit, prepare }: LogPosition): Position => {
  if (commit !== prepare || commit === UNKNOWN) throw new Error(`${commit}/${prepare} is no position of an append`);
  return String(commit).padStart(20, '0');
};

export const fromPosition = (position: Position | undefined): LogPosition | typeof START => {
  if (position === undefined) return START;
  const offset = BigInt(position);
  return { commit: offset, prepare: offset };
};

/** Whether the server returned the position of a plain append. */
export const isPlain = (position: LogPosition | undefined): position is LogPosition =>
  isKnown(position) && position.commit === position.prepare;

export const isKnown = (position: LogPosition | undefined): position is LogPosition =>
  position !== undefined && position.commit !== UNKNOWN;
