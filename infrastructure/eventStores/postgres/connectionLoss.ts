import { DatabaseError } from 'pg';
import { EventStoreUnavailable } from '#application/ports/eventStore.ts';
import { pause } from './watermark.ts';

/** Server shutting down, crashed, starting, or out of connections. */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '53300']);

/** True when nothing is known of what became of the statement, or the server was not ready for it. */
const isConnectionLoss = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return UNAVAILABLE.has(error.code ?? '') || error.code?.startsWith('08') === true;
  // The driver's and the socket's errors are plain ones; the others are mistakes of ours.
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
};

/**
 * Runs a statement that may safely run twice, again and again while the connection is lost.
 * @throws EventStoreUnavailable after `patienceMs` or when the signal aborts
 */
export const withPatience = async <Answer>(
  statement: () => Promise<Answer>,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Answer> => {
  const giveUpAt = Date.now() + patienceMs;
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 500)) {
    try {
      return await statement();
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      if (signal.aborted || Date.now() + waitMs > giveUpAt)
        throw new EventStoreUnavailable('the event store cannot be reached', { cause: error });
    }
    await pause(waitMs, signal);
  }
};
