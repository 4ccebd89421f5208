import { END, eventTypeFilter, type SubscribeToAllOptions } from '@eventstore/db-client';
import type { LogIdentity } from '../logIdentity.ts';
import { openLiveBuffer, type Source } from './liveBuffer.ts';

/** A subscription that no event reaches: it only says when the connection has ended. */
export const NOTHING: SubscribeToAllOptions = {
  fromPosition: END,
  filter: eventTypeFilter({ regex: '^\\$no-such-event$' }),
};

const LONG_MS = 60_000;

type WatchList = {
  open: () => Source;
  closed: AbortSignal;
  log: LogIdentity;
};

/**
 * The client connects again in silence, and whoever starts a server on another folder does so between two calls: a subscription of its
 * own ends with the connection, before another can be made.
 */
export const watchConnection = ({ open, closed, log }: WatchList): LogIdentity => {
  let watchList = false;

  const watch = async (): Promise<void> => {
    watchList = true;
    const intake = openLiveBuffer(open());
    while (!intake.ended && !closed.aborted) {
      await intake.more(LONG_MS, closed);
      while (intake.take());
    }
    watchList = false;
    log.doubt();
    intake.leave();
  };

  return {
    ...log,
    certain: async () => {
      if (!watchList && !closed.aborted) void watch();
      await log.certain();
    },
  };
};
