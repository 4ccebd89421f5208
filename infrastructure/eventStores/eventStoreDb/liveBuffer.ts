import type { ReadableSubscription, ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import { endsWithin } from '../../system/closing.ts';

export type Source = StreamingRead<ResolvedEvent> | ReadableSubscription<ResolvedEvent>;

/** A pull interface over a read or subscription. */
export type Intake = {
  /** Undefined: nothing available right now. */
  take(): ResolvedEvent | undefined;
  /** The server has reported the end of the backlog; true for a subscription only once it is `empty`. */
  readonly live: boolean;
  readonly empty: boolean;
  /** No more events will come. Only meaningful when nothing is left to take. */
  readonly ended: boolean;
  readonly failure: unknown;
  /** Waits until an event may be available; false after `timeoutMs`. Also ends when the signal aborts. */
  more(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  /** Ends the call on the server, which destroying the stream would not. */
  leave(): void;
};

const END_WITHIN = 1_000;

export const openLiveBuffer = (source: Source): Intake => {
  let failure: unknown;
  let ended = false;
  let live = false;
  let wake = (): void => undefined;

  // Never removed: an unhandled error event would end the process.
  source.on('error', (error: unknown) => {
    failure ??= error;
    wake();
  });
  source.on('end', () => {
    ended = true;
    wake();
  });
  source.on('readable', () => wake());
  if ('unsubscribe' in source) {
    source.on('caughtUp', () => {
      live = true;
      wake();
    });
    source.on('fellBehind', () => {
      live = false;
    });
  }

  return {
    take: () => (source.read() as ResolvedEvent | null) ?? undefined,
    get live() {
      return live;
    },
    get empty() {
      return source.readableLength === 0;
    },
    get ended() {
      return ended || failure !== undefined;
    },
    get failure() {
      return failure;
    },
    more: (timeoutMs, signal) =>
      new Promise((resolve) => {
        const settle = (came: boolean) => {
          wake = () => undefined;
          clearTimeout(timer);
          signal.removeEventListener('abort', leave);
          resolve(came);
        };
        const leave = () => settle(true);
        const timer = setTimeout(() => settle(false), timeoutMs);
        wake = leave;
        signal.addEventListener('abort', leave);
        if (signal.aborted || ended || failure !== undefined || source.readableLength > 0) leave();
      }),
    leave: () => {
      // The call ends only when its stream has been read to the end. A stream destroyed early stays paused forever,
      // and the client's `dispose` would wait for it; so drain it first.
      source.resume();
      const over = new Promise((resolve) => source.once('end', resolve).once('close', resolve));
      const cancelled = 'unsubscribe' in source ? source.unsubscribe() : source.cancel();
      void endsWithin(END_WITHIN, Promise.all([cancelled, over])).then(() => source.destroy());
    },
  };
};
