import type { ReadableSubscription, ResolvedEvent, StreamingRead } from '@eventstore/db-client';

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

export const openIntake = (source: Source): Intake => {
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
      // A call that never came about has nothing to cancel; its error is in `failure`.
      void ('unsubscribe' in source ? source.unsubscribe() : source.cancel()).catch(() => undefined);
      source.destroy();
    },
  };
};
