import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { openEventStore } from '#infrastructure/composition/openEventStore.ts';
import { openEventStoreDb } from '#infrastructure/eventStores/eventStoreDb.ts';
import { newEvent, newStream } from '#tests/contract/eventStore/eventStoreContract.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const open: { store: EventStore; stop: AbortController }[] = [];
let log: ReturnType<typeof silentLog>;
beforeEach(async () => {
  log = silentLog();
  await database.knex.raw('DROP TRIGGER IF EXISTS append_only ON events');
  for (const table of ['events', 'event_log', 'projections.checkpoints', 'policy_checkpoints'])
    await database.knex(table).del();
});
const closeAll = async () => {
  for (const { store, stop } of open.splice(0)) {
    stop.abort();
    await store.close();
  }
};
afterEach(closeAll);

/** A process and the deliveries of its subscription. */
const start = async (eventStoreUrl?: string) => {
  const store = await openEventStore({ db: database.knex, databaseUrl: database.url, eventStoreUrl, log });
  const stop = new AbortController();
  open.push({ store, stop });
  return store;
};
const follow = (store: EventStore) => {
  const seen: string[] = [];
  const { stop } = open.find((each) => each.store === store)!;
  void (async () => {
    for await (const delivery of store.subscribeAll({ after: undefined, signal: stop.signal }))
      if (delivery.kind === 'events') seen.push(...delivery.events.map(({ id }) => id));
  })();
  return seen;
};
const alarms = () => log.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
const ALARM = 'this is another event log, or an older backup: nothing is read or written';
const AWAY = { name: 'EventStoreUnavailable' };

const refusesEverything = async (store: EventStore, stream: string) => {
  await expect(store.append(stream, [newEvent()], 0)).rejects.toMatchObject(AWAY);
  await expect(store.append(newStream(), [newEvent()], 'none')).rejects.toMatchObject(AWAY);
  await expect(store.readStream(stream)).rejects.toMatchObject(AWAY);
  await expect(store.head()).rejects.toMatchObject(AWAY);
  expect(alarms()).toEqual([ALARM]);
};

describe('a log replaced under a running process in EventStoreDB', () => {
  let peer: EventStoreDbPeer;
  beforeEach(async () => {
    peer = await startEventStoreDbPeer();
  });
  afterEach(async () => {
    await closeAll();
    peer.down();
  });
  const restartOn = async (put: () => void) => {
    peer.down();
    put();
    await peer.up();
  };

  /** Another installation's events in an otherwise empty log. */
  const strangersLog = async (stream: string, events: number) => {
    const empty = peer.log.backup();
    const theirs = openEventStoreDb({ url: peer.url });
    for (let n = 0; n < events; n++) await theirs.append(stream, [newEvent()], n === 0 ? 'none' : n - 1);
    await theirs.close();
    const put = peer.log.backup();
    empty();
    return put;
  };

  test.each(['emptied', 'an older backup', 'another one of the same length'] as const)(
    '%s: nothing is read, delivered or written until it is back',
    async (what) => {
      const [stream, other] = [newStream(), newStream()];
      const strangers = await strangersLog(stream, 2);
      const store = await start(peer.url);
      const empty = peer.log.backup();
      const first = newEvent();
      await store.append(stream, [first], 'none');
      const older = peer.log.backup();
      const seen = follow(store);
      const second = newEvent();
      await store.append(stream, [second], 0);
      await vi.waitFor(() => expect(seen).toHaveLength(2));
      const whole = peer.log.backup();
      await restartOn({ emptied: empty, 'an older backup': older, 'another one of the same length': strangers }[what]);
      const length = peer.log.all.length;
      await refusesEverything(store, stream);
      expect([peer.log.all.length, seen.length]).toEqual([length, 2]);

      await restartOn(whole);
      await vi.waitFor(async () => expect(await store.readStream(stream)).toHaveLength(2));
      await store.append(other, [newEvent()], 'none');
      await vi.waitFor(() => expect(seen).toHaveLength(3));
      expect(alarms()).toEqual([ALARM]);
    },
  );

  test('is noticed at the first request through what other processes have followed', async () => {
    const [api, worker] = [await start(peer.url), await start(peer.url)];
    const stream = newStream();
    await api.append(stream, [newEvent()], 'none');
    const older = peer.log.backup();
    const seen = follow(worker);
    const { position } = await worker.append(newStream(), [newEvent()], 'none');
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    await database.knex('policy_checkpoints').insert({ name: 'emails', position });
    await restartOn(older);
    await expect(api.append(stream, [newEvent()], 0)).rejects.toMatchObject(AWAY);
    expect(peer.log.streamOf(stream)).toHaveLength(1);
  });

  test('is refused at a start, however long it is', async () => {
    const stream = newStream();
    const strangers = await strangersLog(stream, 3);
    const store = await start(peer.url);
    const seen = follow(store);
    await store.append(stream, [newEvent()], 'none');
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    await vi.waitFor(async () => expect((await database.knex('event_log').first('landmark')).landmark).toBeTruthy());
    await closeAll();
    await restartOn(strangers);
    await expect(start(peer.url)).rejects.toThrow('is not the one that was followed until now');
  });
});

describe('a log replaced under a running process in PostgreSQL', () => {
  const disconnectAll = () =>
    database.knex.raw(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  const restore = async () => {
    await database.knex.raw('CREATE TABLE IF NOT EXISTS kept AS SELECT * FROM events');
    const rows = await database.knex('kept');
    await database.knex('events').del();
    if (rows.length > 0) await database.knex.raw('INSERT INTO events SELECT * FROM kept');
    await database.knex.raw('DROP TABLE kept');
  };

  const lived = async () => {
    const stream = newStream();
    const store = await start();
    await store.append(stream, [newEvent()], 'none');
    await database.knex.raw('CREATE TABLE kept AS SELECT * FROM events');
    const seen = follow(store);
    await store.append(stream, [newEvent()], 0);
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    return { store, stream, seen };
  };

  test('together with its connections: nothing is read, delivered or written until a restart', async () => {
    const { store, stream, seen } = await lived();
    await restore();
    await disconnectAll();
    await refusesEverything(store, stream);
    expect([await database.knex('events').select('id'), seen.length]).toEqual([[expect.anything()], 2]);
    await closeAll();
    await database.knex('event_log').update({ landmark: null });
    expect(await (await start()).readStream(stream)).toHaveLength(1);
  });

  test('under open connections is noticed by subscribers within seconds', async () => {
    const { store, stream } = await lived();
    await restore();
    await vi.waitFor(() => expect(alarms()).toEqual([ALARM]), { interval: 100 });
    await refusesEverything(store, stream);
  });

  test('is refused at a start when it comes from a backup older than the read models', async () => {
    const store = await start();
    const { position } = await store.append(newStream(), [newEvent()], 'none');
    await closeAll();
    await database.knex('policy_checkpoints').insert({ name: 'emails', position });
    await database.knex('events').del();
    await expect(start()).rejects.toThrow('was restored in part');
  });
});
