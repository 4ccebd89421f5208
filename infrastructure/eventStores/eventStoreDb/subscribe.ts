import {
  type Delivery,
  EventStoreUnavailable,
  type Position,
  type StoredEvent,
  type Subscription,
} from '#application/ports/eventStore.ts';
import { type BackOff, backOff } from '#application/streams/backOff.ts';
import { sleep } from '#application/streams/sleep.ts';
import type { LogIdentity } from '../logIdentity.ts';
import { isUnavailable } from './failures.ts';
import { type Intake, openLiveBuffer, type Source } from './liveBuffer.ts';
import { toStored } from './storedEvents.ts';

const BATCH = 1_000;
const RETRY: BackOff = { first: 50, longest: 2_000 };
/**
 * While catching up, a batch waits this long for more events; servers before 23.10 never report the end of the
 * backlog.
 */
const FILLING_MS = 1_000;
const LONG_MS = 60_000;

type Reading = {
  open(after: Position | undefined, batchSize: number): Source;
  /** Aborts when the store closes: a disposed client would reconnect. */
  closed: AbortSignal;
  log: Pick<LogIdentity, 'saw' | 'certain' | 'doubt' | 'keep'>;
};

/** Deliveries of one connection. @throws what broke it */
async function* deliveries(intake: Intake, batchSize: number, ended: AbortSignal): AsyncGenerator<Delivery> {
  let saidCaughtUp = false;
  const nextBatch = async (): Promise<StoredEvent[]> => {
    const events: StoredEvent[] = [];
    while (events.length < batchSize) {
      const next = intake.take();
      const event = next && toStored(next);
      if (event) events.push(event);
      if (next) continue;
      if (intake.ended || ended.aborted || (intake.live && (events.length > 0 || !saidCaughtUp))) return events;
      if (!(await intake.more(events.length > 0 ? FILLING_MS : LONG_MS, ended)) && events.length > 0) return events;
    }
    return events;
  };

  while (!ended.aborted) {
    const events = await nextBatch();
    if (ended.aborted) return;
    if (events.length > 0) {
      yield { kind: 'events', events };
      saidCaughtUp = false;
    }
    if (intake.live && intake.empty && !saidCaughtUp && !intake.ended && !ended.aborted) {
      yield { kind: 'caughtUp' };
      saidCaughtUp = true;
    }
    if (!intake.empty || !intake.ended) continue;
    if (intake.failure !== undefined) throw intake.failure;
    return;
  }
}

/** The client never resubscribes: after a break, continues after the last delivered event. */
export async function* subscribe(
  { open, closed, log }: Reading,
  { after, signal, batchSize = BATCH }: Subscription,
): AsyncGenerator<Delivery> {
  const ended = AbortSignal.any([signal, closed]);
  let cursor = after;
  for (let failures = 1; !ended.aborted; failures++) {
    try {
      await log.certain();
      const intake = openLiveBuffer(open(cursor, batchSize));
      try {
        for await (const delivery of deliveries(intake, batchSize, ended)) {
          failures = 1;
          if (delivery.kind === 'events') log.saw(delivery.events);
          yield delivery;
          if (delivery.kind === 'events') cursor = delivery.events.at(-1)?.position;
          await log.keep();
        }
      } finally {
        intake.leave();
      }
    } catch (error) {
      if (!ended.aborted && !isUnavailable(error) && !(error instanceof EventStoreUnavailable)) throw error;
    }
    log.doubt();
    await sleep(backOff(failures, RETRY), ended);
  }
}
