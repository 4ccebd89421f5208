import { useSyncExternalStore } from 'react';
import { SECOND } from '#domain/shared/instants.ts';
import { ApiError } from './ApiError.ts';
import { isOnce } from './isOnce.ts';

/** As long as the server waits for the payment provider; a slower answer is unlikely to come. */
export const LATE = 20 * SECOND;

let late: readonly (() => void)[] = [];
const listeners = new Set<() => void>();

const become = (next: readonly (() => void)[]): void => {
  late = next;
  for (const listener of listeners) listener();
};

/** The error after the user stops waiting. */
const stopped = (endpoint: string, { anonymous, question }: Waiting): ApiError => {
  const once = !anonymous && isOnce(endpoint) ? '. If you try again, it is still done only once.' : '.';
  const left = question ? 'Please try again.' : `It may still have worked${once}`;
  return new ApiError(`No answer yet. ${left}`, { status: 0, statusText: '', endpoint, stopped: true });
};

/** `question`: a read, without side effects. */
type Waiting = { anonymous?: boolean; behind?: boolean; question?: boolean };

/**
 * Resolves with the answer. Once it is late, the user may stop waiting; nothing is abandoned automatically. `goesOn`
 * reports progress and restarts the timer.
 */
export const awaited = async <Answer>(
  endpoint: string,
  waiting: Waiting,
  send: (signal: AbortSignal | undefined, goesOn: () => void) => Promise<Answer>,
): Promise<Answer> => {
  if (waiting.behind) return send(undefined, () => undefined);
  const giving = new AbortController();
  const stop = () => giving.abort(stopped(endpoint, waiting));
  const isLate = () => become([...late, stop]);
  let timer = setTimeout(isLate, LATE);
  const ended = () => {
    clearTimeout(timer);
    if (late.includes(stop)) become(late.filter((other) => other !== stop));
  };
  const goesOn = () => {
    ended();
    timer = setTimeout(isLate, LATE);
  };
  const givenUp = new Promise<never>((_, reject) => {
    giving.signal.addEventListener('abort', () => reject(giving.signal.reason));
  });
  try {
    return await Promise.race([send(giving.signal, goesOn), givenUp]);
  } finally {
    ended();
  }
};

export const stopWaiting = (): void => {
  for (const stop of late) stop();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether an answer is late. */
export const useLate = (): boolean => useSyncExternalStore(subscribe, () => late.length > 0);
