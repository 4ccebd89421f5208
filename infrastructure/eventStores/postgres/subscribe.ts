import type { Delivery, Position, StoredEvent, Subscription } from '#application/ports/eventStore.ts';
import { sleep } from '#application/streams/sleep.ts';
import type { LogIdentity } from '../logIdentity.ts';
import type { Watermark } from './watermark.ts';

/** Fallback polling interval when notifications fail. */
const POLL_MS = 1_000;
const RETRY_MS = 250;
/** Checks the log identity: a log restored to an older state sends nothing. */
const ASKED_EVERY_MS = 5_000;
const BATCH = 1_000;

type Reading = {
  readAll(options: { after: Position | undefined; limit: number }): Promise<StoredEvent[]>;
  watermark: Watermark;
  /** Aborts when the store closes. */
  closed: AbortSignal;
  unavailable: (error: unknown) => boolean;
  log: Pick<LogIdentity, 'doubt' | 'keep'>;
};

/** Continues from the last delivered position, so late or duplicate wake-ups lose and repeat nothing. */
export async function* subscribe(
  { readAll, watermark, closed, unavailable, log }: Reading,
  { after, signal, batchSize = BATCH }: Subscription,
): AsyncGenerator<Delivery> {
  const ended = AbortSignal.any([signal, closed]);
  let cursor = after;
  let saidCaughtUp = false;
  let askedAt = Date.now();
  while (!ended.aborted) {
    let events: StoredEvent[];
    try {
      events = await readAll({ after: cursor, limit: batchSize });
    } catch (error) {
      if (ended.aborted) return;
      if (!unavailable(error)) throw error;
      await sleep(RETRY_MS, ended);
      continue;
    }
    if (ended.aborted) return;
    const last = events.at(-1);
    if (last) {
      yield { kind: 'events', events };
      cursor = last.position;
      saidCaughtUp = false;
      await log.keep();
    } else if (Date.now() - askedAt > ASKED_EVERY_MS) {
      askedAt = Date.now();
      log.doubt();
    }
    if (events.length === batchSize || ended.aborted) continue;
    if (!saidCaughtUp) yield { kind: 'caughtUp' };
    saidCaughtUp = true;
    await watermark.beyond(cursor, POLL_MS, ended);
  }
}
