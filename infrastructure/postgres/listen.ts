import type { Knex } from 'knex';
import { Client } from 'pg';
import { type BackOff, backOff } from '#application/streams/backOff.ts';
import { sleep } from '#application/streams/sleep.ts';

type Listening = {
  connectionString: string;
  channel: string;
  /** Aborting stops listening. */
  signal: AbortSignal;
  onNotification(payload: string): void;
  /** Notifications may have been missed before this. */
  onConnected(): void;
  /** Disconnected or could not connect; it retries. */
  onLost?(error: unknown): void;
};

const RECONNECT: BackOff = { first: 20, longest: 1_000 };

/** `error` can fire twice, and an unhandled second one would end the process: hence `on`. */
const lost = (client: Client): Promise<unknown> =>
  new Promise((resolve) => {
    client.on('error', resolve);
    client.on('end', () => resolve(new Error('the connection has ended')));
  });

/** Listens on a dedicated connection and reconnects until `signal` aborts. */
export const listen = async (options: Listening): Promise<void> => {
  const { connectionString, channel, signal, onNotification, onConnected, onLost } = options;
  for (let failures = 1; !signal.aborted; failures++) {
    const client = new Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 });
    const gone = lost(client);
    const leave = () => void client.end().catch(() => undefined);
    client.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      failures = 1;
      onConnected();
      signal.addEventListener('abort', leave);
      if (signal.aborted) leave();
      const error = await gone;
      if (!signal.aborted) onLost?.(error);
    } catch (error) {
      if (!signal.aborted) onLost?.(error);
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
    await sleep(backOff(failures, RECONNECT), signal);
  }
};

/** Sends a notification without payload; calls during a send are merged into one more. */
export const openNotifier = (db: Knex, channel: string): (() => void) => {
  let sending = false;
  let again = false;
  const send = async (): Promise<void> => {
    sending = true;
    do {
      again = false;
      // Lost if the database is down; listeners also poll.
      await db.raw(`NOTIFY ${channel}`).catch(() => undefined);
    } while (again);
    sending = false;
  };
  return () => {
    if (sending) again = true;
    else void send();
  };
};
