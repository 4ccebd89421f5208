import type { ReadableSubscription, ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import { endsWithin } from '../../system/closing.ts';

export type Source = StreamingRead<ResolvedEvent> | ReadableSubscription<ResolvedEvent>;

/** What a read or a subscription brings, taken one by one. */
export type Intake = {
  /** Undefined: nothing is there at the moment. */
  take(): ResolvedEvent | undefined;
  /** The server has said that nothing newer is there than what was sent: true of a subscription once it is `empty`, not before. */
  readonly live: boolean;
  readonly empty: boolean;
  /** Nothing more will come. Asked when there is nothing to take. */
  readonly ended: boolean;
  readonly failure: unknown;
  /** Until something may be there, `timeoutMs` have passed (then false) or the signal aborts. */
  more(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  /** Ends the call at the server: leaving the stream alone would not. */
  leave(): void;
};

const END_WITHIN = 1_000;

export const openLiveBuffer = (source: Source): Intake => {
  let failure: unknown;
  let ended = false;
  let live = false;
  let wake = (): void => undefined;

  // The listener stays for good: an error that nobody hears would end the process.
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
      // The call lies below the stream and is over only once its end is read: destroyed at once, the stream would leave it paused for
      // ever, and the client's `dispose` would wait for it. So what came is let through first.
      source.resume();
      const over = new Promise((resolve) => source.once('end', resolve).once('close', resolve));
      const cancelled = 'unsubscribe' in source ? source.unsubscribe() : source.cancel();
      void endsWithin(END_WITHIN, Promise.all([cancelled, over])).then(() => source.destroy());
    },
  };
};
