import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { openEventStore } from '#infrastructure/composition/openEventStore.ts';
import { newEvent, newStream } from '#tests/contract/eventStore/eventStoreContract.ts';
import { makeCertificates } from '#tests/support/certificates.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
let peer: EventStoreDbPeer;
const open: EventStore[] = [];
beforeEach(async () => {
  peer = await startEventStoreDbPeer();
  await database.knex.raw('DROP TRIGGER IF EXISTS append_only ON events');
  for (const table of ['events', 'event_log', 'projections.checkpoints', 'policy_checkpoints'])
    await database.knex(table).del();
});
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  peer.down();
});

const start = async (eventStoreUrl?: string): Promise<EventStore> => {
  const store = await openEventStore({ db: database.knex, databaseUrl: database.url, eventStoreUrl });
  open.push(store);
  return store;
};
const followed = (position: string) => database.knex('policy_checkpoints').insert({ name: 'mails', position });

test('refuses EventStoreDB for a database with its own events', async () => {
  const store = await start();
  await store.append(newStream(), [newEvent()], 'none');
  await expect(start(peer.url)).rejects.toThrow('the events of this database are in PostgreSQL');
  await start();
});

test('refuses to start without EventStoreDB after following it, and continues with it', async () => {
  const store = await start(peer.url);
  const { position } = await store.append(newStream(), [newEvent()], 'none');
  await followed(position);
  await expect(start()).rejects.toThrow('the events of this database are in EventStoreDB; set EVENTSTORE_URL');
  expect(await (await start(peer.url)).head()).toBe(position);
});

test('allows a change before the first event', async () => {
  await start();
  await start(peer.url);
  await start();
});

test('refuses an EventStoreDB that ends before the read models’ position', async () => {
  const store = await start(peer.url);
  const { position } = await store.append(newStream(), [newEvent()], 'none');
  await followed(String(BigInt(position) + 1n).padStart(20, '0'));
  await expect(start(peer.url)).rejects.toThrow('ends before what the read models have seen');
  const emptied = await startEventStoreDbPeer();
  await expect(start(emptied.url)).rejects.toThrow('ends before what the read models have seen');
  emptied.down();
});

describe('reports an unusable store by host in one line with the reason:', () => {
  const why = async (url: string) => {
    const message = await start(url.replace('esdb://', 'esdb://admin:hunter2@')).catch((error: Error) => error.message);
    return String(message).replace(/127\.0\.0\.1:\d+/, 'HOST');
  };

  test('it is unreachable', async () => {
    peer.down();
    expect(await why(peer.url)).toBe('the event store at HOST (EVENTSTORE_URL) cannot be reached');
  });

  test('it rejects name or password', async () => {
    peer.faults.read = () => 'unknownName';
    expect(await why(peer.url)).toBe('the event store at HOST (EVENTSTORE_URL) refuses this name and password');
  });

  test('the account may not read all events', async () => {
    peer.faults.read = () => 'notAllowed';
    expect(await why(peer.url)).toBe(
      'the event store at HOST (EVENTSTORE_URL) does not let this name read all events ($all)',
    );
  });

  test('its certificate is not trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reliquary-untrusted-'));
    const files = makeCertificates(folder);
    const tls = { key: readFileSync(files.key), certificate: readFileSync(files.certificate) };
    const encrypted = await startEventStoreDbPeer({ tls });
    expect(await why(encrypted.url)).toMatch(
      /^the certificate of the event store at HOST \(EVENTSTORE_URL\) is not trusted: unable to .+; name its authority with tlsCAFile$/,
    );
    await start(`${encrypted.url.replace('esdb://', 'esdb://admin:hunter2@')}&tlsCAFile=${files.authority}`);
    encrypted.down();
    rmSync(folder, { recursive: true });
  });
});
