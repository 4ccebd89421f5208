import { expect, onTestFinished, test, vi } from 'vitest';
import { openWakeUps, type Topic } from '#infrastructure/http/push/wakeUps.ts';
import { WAKE_UP_CHANNEL } from '#projections/engine/wakeUps.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const ADA = 'a'.repeat(32);
const BERT = 'b'.repeat(32);
const CARL = 'c'.repeat(32);

const tell = (payload: string) => database.knex.raw('SELECT pg_notify(?, ?)', [WAKE_UP_CHANNEL, payload]);
const backends = async (): Promise<number[]> => {
  const { rows } = await database.knex.raw(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN account_wake_ups%'",
  );
  return rows.map(({ pid }: { pid: number }) => pid);
};
/** Connecting wakes all listeners, so a test that listens afterwards sees only its own wake-ups. */
const listening = async () => {
  const wakeUps = openWakeUps({ connectionString: database.url, log: silentLog() });
  onTestFinished(wakeUps.close);
  await new Promise<void>((resolve) => wakeUps.listen(CARL, () => resolve()));
  return wakeUps;
};

test('sends each account its own wake-ups until it leaves', async () => {
  const wakeUps = await listening();
  const heard: string[] = [];
  const leave = wakeUps.listen(ADA, (topic) => heard.push(`ada ${topic}`));
  wakeUps.listen(BERT, (topic) => heard.push(`bert ${topic}`));
  await tell(`conversation ${ADA}`);
  await tell(`notifications ${BERT}`);
  await tell('nonsense');
  await tell(`unheard-of ${ADA}`);
  await vi.waitFor(() => expect(heard).toEqual(['ada conversation', 'bert notifications']));
  leave();
  await tell(`conversation ${ADA}`);
  await tell(`conversation ${BERT}`);
  await vi.waitFor(() => expect(heard).toContain('bert conversation'));
  expect(heard.filter((one) => one.startsWith('ada'))).toEqual(['ada conversation']);
});

test('reconnects after a lost connection and wakes everybody', async () => {
  const wakeUps = await listening();
  const heard: Topic[] = [];
  wakeUps.listen(ADA, (topic) => heard.push(topic));
  const [pid] = await backends();
  await database.knex.raw('SELECT pg_terminate_backend(?)', [pid!]);
  const missed: Topic[] = ['conversation', 'notifications', 'sale', 'session'];
  await vi.waitFor(() => expect(heard).toEqual(missed));
  await tell(`conversation ${ADA}`);
  await vi.waitFor(() => expect(heard).toEqual([...missed, 'conversation']));
});
