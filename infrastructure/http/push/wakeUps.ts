import { Client } from 'pg';
import { WAKE_UPS, type WakeUp } from '#application/contract/messages.ts';
import type { Log } from '#application/ports/log.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { SESSION_ENDED, WAKE_UP_CHANNEL } from '#projections/engine/wakeUps.ts';
import { pause } from '../../eventStores/postgres/watermark.ts';

export type Topic = WakeUp | typeof SESSION_ENDED;

/** What read models and sign-outs tell accounts, from whatever process. */
export type WakeUps = {
  /** Answers what takes the listener away again. */
  listen(account: AccountId, listener: (topic: Topic) => void): () => void;
  close(): Promise<void>;
};

const TOPICS: readonly Topic[] = [...WAKE_UPS, SESSION_ENDED];
const isTopic = (name: string | undefined): name is Topic => TOPICS.some((topic) => topic === name);

/** One connection a process, whoever listens; connects again by itself, and then wakes everybody because something may have been missed. */
export const openWakeUps = ({ connectionString, log }: { connectionString: string; log: Log }): WakeUps => {
  const listeners = new Map<AccountId, Set<(topic: Topic) => void>>();
  const closing = new AbortController();

  const wakeAll = (): void => {
    for (const all of listeners.values()) for (const listener of all) for (const topic of TOPICS) listener(topic);
  };
  const take = (payload: string | undefined): void => {
    const [topic, account] = payload?.split(' ') ?? [];
    if (!isTopic(topic) || account === undefined) return;
    for (const listener of listeners.get(account) ?? []) listener(topic);
  };

  /** Until the connection is gone. @throws when there is none */
  const hear = async (): Promise<void> => {
    const client = new Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 });
    const gone = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    const leave = () => void client.end().catch(() => undefined);
    client.on('notification', ({ payload }) => take(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${WAKE_UP_CHANNEL}`);
      wakeAll();
      closing.signal.addEventListener('abort', leave);
      if (!closing.signal.aborted) await gone;
    } finally {
      closing.signal.removeEventListener('abort', leave);
      leave();
    }
  };

  const hearForever = async (): Promise<void> => {
    for (let waitMs = 50; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, 2_000)) {
      const began = Date.now();
      try {
        await hear();
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ error: String(error) }, 'the wake-ups wait for the database');
      }
      if (Date.now() - began > 5_000) waitMs = 50;
      await pause(waitMs, closing.signal);
    }
  };
  const hearing = hearForever();

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
