import { Client } from 'pg';
import { type BackOff, backOff } from '#application/streams/backOff.ts';
import { sleep } from '#application/streams/sleep.ts';

type Listening = {
  connectionString: string;
  channel: string;
  /** Ends it. */
  signal: AbortSignal;
  onNotification(payload: string): void;
  /** Something may have been said while nobody listened. */
  onConnected(): void;
  /** It was cut off, or could not connect, and tries again. */
  onLost?(error: unknown): void;
};

const RECONNECT: BackOff = { first: 20, longest: 1_000 };

/** `error` can come more than once, and a second one that nobody hears would end the process: hence `on`. */
const lost = (client: Client): Promise<unknown> =>
  new Promise((resolve) => {
    client.on('error', resolve);
    client.on('end', () => resolve(new Error('the connection has ended')));
  });

/** Hears a channel of PostgreSQL on a connection of its own, and connects again by itself until `signal` aborts. */
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
