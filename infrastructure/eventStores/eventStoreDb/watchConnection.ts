import { END, eventTypeFilter, type SubscribeToAllOptions } from '@eventstore/db-client';
import type { LogIdentity } from '../logIdentity.ts';
import { openLiveBuffer, type Source } from './liveBuffer.ts';

/** A subscription that matches no event and only signals the end of the connection. */
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
 * The client reconnects silently, and an operator may swap servers between two calls. A dedicated subscription ends
 * with the connection, before a new one can be used.
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
