import { DatabaseError } from 'pg';

/** Server shutting down, crashed, starting, or out of connections. */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '53300']);

/** True when nothing is known of what became of the statement, or the server was not ready for it. */
export const isConnectionLoss = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return UNAVAILABLE.has(error.code ?? '') || error.code?.startsWith('08') === true;
  // The driver's and the socket's errors are plain ones; the others are mistakes of ours.
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
};
