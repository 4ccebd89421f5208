import { HISTORY_WAKE_UP, WAKE_UPS, type WakeUp } from '#application/contract/notifications.ts';
import type { Log } from '#application/ports/log.ts';
import { CASE_READERS, SESSION_ENDED, WAKE_UP_CHANNEL } from '#projections/engine/wakeUps.ts';
import { listen } from '../../postgres/listen.ts';

export type Topic = WakeUp | typeof HISTORY_WAKE_UP | typeof SESSION_ENDED;

/** Wake-ups from read models and sign-outs, across processes. */
export type WakeUps = {
  /** `of`: an account, a stream or the readers of cases. Returns a function that removes the listener. */
  listen(of: string, listener: (topic: Topic) => void): () => void;
  close(): Promise<void>;
};

const TOPICS: readonly Topic[] = [...WAKE_UPS, HISTORY_WAKE_UP, SESSION_ENDED];
const isTopic = (name: string | undefined): name is Topic => TOPICS.some((topic) => topic === name);

const topicsOf = (of: string): readonly Topic[] => {
  if (of === CASE_READERS) return ['cases'];
  if (of.includes('-')) return [HISTORY_WAKE_UP];
  return TOPICS.filter((topic) => topic !== 'cases' && topic !== HISTORY_WAKE_UP);
};

/** One connection per process. It reconnects, and then wakes everybody because a wake-up may have been missed. */
export const openWakeUps = ({ connectionString, log }: { connectionString: string; log: Log }): WakeUps => {
  const listeners = new Map<string, Set<(topic: Topic) => void>>();
  const closing = new AbortController();

  const wakeAll = (): void => {
    for (const [of, all] of listeners) for (const topic of topicsOf(of)) for (const listener of all) listener(topic);
  };
  const take = (payload: string): void => {
    const [topic, of] = payload.split(' ');
    if (!isTopic(topic) || of === undefined) return;
    for (const listener of listeners.get(of) ?? []) listener(topic);
  };

  const hearing = listen({
    connectionString,
    channel: WAKE_UP_CHANNEL,
    signal: closing.signal,
    onNotification: take,
    onConnected: wakeAll,
    onLost: (error) => log.warn({ error: String(error) }, 'wake-ups lost their database connection; reconnecting'),
  });

  return {
    listen: (of, listener) => {
      const all = listeners.get(of) ?? new Set();
      listeners.set(of, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(of) === all) listeners.delete(of);
      };
    },
    close: async () => {
      closing.abort();
      await hearing;
    },
  };
};
