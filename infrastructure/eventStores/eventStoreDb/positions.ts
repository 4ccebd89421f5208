import { type Position as LogPosition, START } from '@eventstore/db-client';
import type { Position } from '#application/ports/eventStore.ts';

/** What the server says when it does not know: -1 as an unsigned number. */
const UNKNOWN = 2n ** 64n - 1n;

/** Offsets in the log. Commit and prepare differ only in transactions over TCP, which nothing here writes, so one of them is the place. */
export const toPosition = ({ commit, prepare }: LogPosition): Position => {
  if (commit !== prepare || commit === UNKNOWN) throw new Error(`${commit}/${prepare} is no position of an append`);
  return String(commit).padStart(20, '0');
};

export const fromPosition = (position: Position | undefined): LogPosition | typeof START => {
  if (position === undefined) return START;
  const offset = BigInt(position);
  return { commit: offset, prepare: offset };
};

/** Whether the server said where it is, in the one way in which plain appends are. */
export const isPlain = (position: LogPosition | undefined): position is LogPosition =>
  isKnown(position) && position.commit === position.prepare;

export const isKnown = (position: LogPosition | undefined): position is LogPosition =>
  position !== undefined && position.commit !== UNKNOWN;
