import { Client } from 'pg';
import { asPosition } from './rows.ts';
import { pause, type Watermark } from './watermark.ts';

/** `error` can come more than once, and a second one that nobody hears would end the process: hence `on`. */
const lost = (client: Client): Promise<void> =>
  new Promise((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });

/** Hears of the batches that other processes commit, and connects again by itself until the signal aborts. */
export const listen = async (connectionString: string, watermark: Watermark, signal: AbortSignal): Promise<void> => {
  for (let waitMs = 20; !signal.aborted; waitMs = Math.min(waitMs * 2, 1_000)) {
    const client = new Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 });
    const gone = lost(client);
    const leave = () => void client.end().catch(() => undefined);
    client.on('notification', ({ payload }) => {
      if (payload) watermark.raise(asPosition(payload));
    });
    try {
      await client.connect();
      await client.query('LISTEN events_appended');
      // What was committed while nobody listened.
      watermark.wakeAll();
      waitMs = 20;
      signal.addEventListener('abort', leave);
      if (signal.aborted) leave();
      await gone;
    } catch {
      // Not there (yet): subscriptions poll meanwhile.
      leave();
    } finally {
      signal.removeEventListener('abort', leave);
    }
    await pause(waitMs, signal);
  }
};
