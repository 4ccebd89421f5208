import type { Knex } from 'knex';
import type { Delivery, EventStore } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { sleep } from '#application/streams/sleep.ts';
import type { Subscription } from '#application/subscriptions/subscription.ts';
import type { KeptCheck } from '#application/transparency/sealedModels.ts';
import type { NoteSigner } from '#application/transparency/signing.ts';
import type { Entries } from './entries.ts';
import { type GrowingLog, openGrowingLog } from './growingLog.ts';
import { type HeadMaker, openHeadMaker } from './headMaker.ts';
import { NotOurLog } from './notOurLog.ts';

export type FollowOptions = {
  db: Knex;
  store: Pick<EventStore, 'head'>;
  entries: Entries;
  /** Asked when it is this process's turn: a key that is made is made then. */
  signer: () => NoteSigner;
  keptHead: string;
  /** What the last nights have found of the read models. */
  checks: () => Promise<readonly KeptCheck[]>;
  /** Between two heads at least, ms. */
  headEvery: number;
  log: Log;
  /** Epoch ms. */
  now: () => number;
  /** Called when a head was signed, and for the last one at each start. */
  signed?: () => void;
};

/** Facts that come within this share one write, ms: the log is at most so far behind. */
const GATHER_MS = 200;
const LONGEST_WAIT_MS = 60_000;
const NAME = 'transparency-log';

type Following = { growing: GrowingLog; heads: HeadMaker };

/** Takes facts into the log as they come and signs its head when one is due. One process at a time, by its lease. */
export const followLog = (options: FollowOptions): Subscription => {
  const { db, store, headEvery, log, now, signed = () => undefined } = options;
  let following: Following | undefined;
  /** It is tried again for as long as it lasts, and is one alarm until a head is signed again. */
  let told = false;

  const untilDue = ({ heads }: Following): number =>
    heads.hasNews() ? Math.max(0, (heads.lastMadeAt() ?? 0) + headEvery - now()) : LONGEST_WAIT_MS;

  const takeInAll = async (growing: GrowingLog, held: AbortSignal): Promise<void> => {
    while (!held.aborted && (await growing.takeIn()));
  };

  const open = async (held: AbortSignal): Promise<Following> => {
    const growing = await openGrowingLog({ ...options, headOfStore: store.head });
    await takeInAll(growing, held);
    const { entries, signer, keptHead, checks } = options;
    const heads = await openHeadMaker({ db, growing, entries, signer: signer(), keptHead, checks, now });
    if (heads.lastMadeAt() !== undefined) signed();
    return { growing, heads };
  };

  const follow = async (current: Following, coming: AsyncIterator<Delivery>, held: AbortSignal): Promise<void> => {
    let next = coming.next();
    while (!held.aborted) {
      if (current.heads.hasNews() && untilDue(current) === 0) {
        await current.heads.make();
        told = false;
        signed();
      }
      const waited = new AbortController();
      const due = sleep(Math.min(LONGEST_WAIT_MS, untilDue(current)), AbortSignal.any([held, waited.signal]));
      const delivery = await Promise.race([next, due]);
      waited.abort();
      if (delivery?.done) return;
      if (!delivery) continue;
      if (delivery.value.kind === 'events') {
        await sleep(GATHER_MS, held);
        await takeInAll(current.growing, held);
      }
      next = coming.next();
    }
  };

  const alarming = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotOurLog && !told) {
        told = true;
        log.error({ reason: error.message }, 'the transparency log is not signed on');
      }
      throw error;
    }
  };

  return {
    name: NAME,
    batchSize: 1_000,
    open: (held) =>
      alarming(async () => {
        following = await open(held);
        return following.growing.position() ?? null;
      }),
    take: (deliveries, held, leave) =>
      alarming(async () => {
        if (!following) return;
        const coming = deliveries[Symbol.asyncIterator]();
        try {
          await follow(following, coming, held);
        } catch (error) {
          // ends the delivery that is still waited for
          leave();
          throw error;
        } finally {
          await coming.return?.();
        }
      }),
    onCalled: () => () => undefined,
  };
};
