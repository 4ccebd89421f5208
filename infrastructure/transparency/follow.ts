import type { Knex } from 'knex';
import type { Delivery, EventStore } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { sleep } from '#application/streams/sleep.ts';
import type { Subscription } from '#application/subscriptions/subscription.ts';
import type { NoteSigner } from '#application/transparency/signing.ts';
import type { Entries } from './entries.ts';
import { type HeadSigner, openHeadSigner } from './headSigner.ts';
import { LogMismatch } from './heads.ts';
import { type LogTree, openLogTree } from './logTree.ts';

export type FollowOptions = {
  db: Knex;
  store: Pick<EventStore, 'head'>;
  entries: Entries;
  /** Called when this process gets the lease, because it may create the key. */
  signer: () => NoteSigner;
  keptHead: string;
  /** Minimum time between checkpoints, ms. */
  headEvery: number;
  log: Log;
  /** Epoch ms. */
  now: () => number;
  /** Called after each new checkpoint, and at start for the last one. */
  signed?: () => void;
};

/** Collects events into one write; the maximum delay of the log, ms. */
const GATHER_MS = 200;
const LONGEST_WAIT_MS = 60_000;
const NAME = 'transparency-log';

type Following = { tree: LogTree; heads: HeadSigner };

/** Appends events to the log and signs checkpoints when due. One process at a time, by lease. */
export const followLog = (options: FollowOptions): Subscription => {
  const { db, store, headEvery, log, now, signed = () => undefined } = options;
  let following: Following | undefined;
  /** Retried forever; raises one alarm until the next checkpoint. */
  let told = false;

  const untilDue = ({ heads }: Following): number =>
    heads.hasNews() ? Math.max(0, (heads.lastMadeAt() ?? 0) + headEvery - now()) : LONGEST_WAIT_MS;

  const takeInAll = async (tree: LogTree, held: AbortSignal): Promise<void> => {
    while (!held.aborted && (await tree.appendNext()));
  };

  const open = async (held: AbortSignal): Promise<Following> => {
    const tree = await openLogTree({ ...options, headOfStore: store.head });
    await takeInAll(tree, held);
    const { entries, signer, keptHead } = options;
    const heads = await openHeadSigner({ db, tree, entries, signer: signer(), keptHead, now });
    if (heads.lastMadeAt() !== undefined) signed();
    return { tree, heads };
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
        await takeInAll(current.tree, held);
      }
      next = coming.next();
    }
  };

  const alarming = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof LogMismatch && !told) {
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
        return following.tree.position() ?? null;
      }),
    take: (deliveries, held, leave) =>
      alarming(async () => {
        if (!following) return;
        const coming = deliveries[Symbol.asyncIterator]();
        try {
          await follow(following, coming, held);
        } catch (error) {
          // ends the pending delivery
          leave();
          throw error;
        } finally {
          await coming.return?.();
        }
      }),
    onCalled: () => () => undefined,
  };
};
