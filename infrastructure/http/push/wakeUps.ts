import { WAKE_UPS, type WakeUp } from '#application/contract/notifications.ts';
import type { Log } from '#application/ports/log.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { CASE_READERS, SESSION_ENDED, WAKE_UP_CHANNEL } from '#projections/engine/wakeUps.ts';
import { listen } from '../../postgres/listen.ts';

export type Topic = WakeUp | typeof SESSION_ENDED;

/** Wake-ups from read models and sign-outs, across processes. */
export type WakeUps = {
  /** Returns a function that removes the listener. */
  listen(account: AccountId, listener: (topic: Topic) => void): () => void;
  close(): Promise<void>;
};

const TOPICS: readonly Topic[] = [...WAKE_UPS, SESSION_ENDED];
const isTopic = (name: string | undefined): name is Topic => TOPICS.some((topic) => topic === name);

/** One connection per process. It reconnects, and then wakes everybody because a wake-up may have been missed. */
export const openWakeUps = ({ connectionString, log }: { connectionString: string; log: Log }): WakeUps => {
  const listeners = new Map<AccountId, Set<(topic: Topic) => void>>();
  const closing = new AbortController();

  const wakeAll = (): void => {
    for (const [account, all] of listeners)
      for (const topic of TOPICS)
        if ((topic === 'cases') === (account === CASE_READERS)) for (const listener of all) listener(topic);
  };
  const take = (payload: string): void => {
    const [topic, account] = payload.split(' ');
    if (!isTopic(topic) || account === undefined) return;
    for (const listener of listeners.get(account) ?? []) listener(topic);
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
    listen: (account, listener) => {
      const all = listeners.get(account) ?? new Set();
      listeners.set(account, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(account) === all) listeners.delete(account);
      };
    },
    close: async () => {
      closing.abort();
      await hearing;
    },
  };
};
