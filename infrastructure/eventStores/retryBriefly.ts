import { EventStoreUnavailable } from '#application/ports/eventStore.ts';
import { type BackOff, backOff } from '#application/streams/backOff.ts';
import { sleep } from '#application/streams/sleep.ts';

const RETRY: BackOff = { first: 20, longest: 500 };

type Patience = {
  patienceMs: number;
  signal: AbortSignal;
  /** Whether the store may only be down for a moment. */
  lost: (error: unknown) => boolean;
};

/**
 * Retries idempotent work while the store is down. @throws EventStoreUnavailable after `patienceMs` or when the
 * signal aborts
 */
export const retryBriefly = async <Answer>(
  work: () => Promise<Answer>,
  { patienceMs, signal, lost }: Patience,
): Promise<Answer> => {
  const giveUpAt = Date.now() + patienceMs;
  for (let failures = 1; ; failures++) {
    const waitMs = backOff(failures, RETRY);
    try {
      return await work();
    } catch (error) {
      if (error instanceof EventStoreUnavailable || !lost(error)) throw error;
      if (signal.aborted || Date.now() + waitMs > giveUpAt)
        throw new EventStoreUnavailable('the event store cannot be reached', { cause: error });
    }
    await sleep(waitMs, signal);
  }
};
