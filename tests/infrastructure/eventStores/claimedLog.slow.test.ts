import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { openForReading } from '#infrastructure/cli/attest/auditor.ts';
import { openEventStore } from '#infrastructure/composition/openEventStore.ts';
import { CLAIM_STREAM } from '#infrastructure/eventStores/claimedLog.ts';
import { openEventStoreDb } from '#infrastructure/eventStores/eventStoreDb.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { newEvent, newStream } from '#tests/contract/eventStore/eventStoreContract.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { startMarketplace } from '#tests/support/marketplace.ts';
import { createDatabase } from '#tests/support/postgres.ts';

type Installation = { url: string; db: Knex };

let peer: EventStoreDbPeer;
const stores: EventStore[] = [];
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  peer = await startEventStoreDbPeer();
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const end of ends.splice(0).reverse()) await end();
  peer.down();
});

/** An installation with its own database. */
const installation = async (): Promise<Installation> => {
  const { url, drop } = await createDatabase();
  const db = connect(url);
  ends.push(async () => {
    await db.destroy();
    await drop();
  });
  return { url, db };
};
const start = async ({ url, db }: Installation, restored?: string, at = peer): Promise<EventStore> => {
  const store = await openEventStore({ db, databaseUrl: url, eventStoreUrl: at.url, restored });
  stores.push(store);
  return store;
};
const refusal = (starting: Promise<EventStore>): Promise<string> =>
  starting.then(
    () => 'it started',
    ({ name, message }: Error) => `${name}: ${message}`,
  );
const codeIn = (line: string): string => /EVENT_LOG_RESTORED=(\w+)$/.exec(line)?.[1] ?? `no code in: ${line}`;
const idOf = async ({ db }: Installation): Promise<string> => (await db('event_log').first('id')).id;
const claims = () => peer.log.streamOf(CLAIM_STREAM).map(({ data }) => JSON.parse(Buffer.from(data).toString()).id);
const writes = async (store: EventStore): Promise<string> => {
  const { position } = await store.append(newStream(), [newEvent()], 'none');
  return position;
};
/** State left by a release without claims: its events, and what its subscriptions have seen. */
const lived = async ({ db }: Installation, { landmark }: { landmark: boolean }): Promise<void> => {
  const store = openEventStoreDb({ url: peer.url });
  const stream = newStream();
  const event = newEvent();
  const { position, revision } = await store.append(stream, [event], 'none');
  await store.close();
  const place = JSON.stringify({ stream, revision, position, id: event.id });
  await db('event_log').insert({ kept_in: 'EventStoreDB', landmark: landmark ? place : null });
  await db('policy_checkpoints').insert({ name: 'emails', position });
};

const ANOTHERS =
  /^StartFailure: the event store at 127\.0\.0\.1:\d+ \(EVENTSTORE_URL\) belongs to another database: name the store of this marketplace; after a restore of this database start once with EVENT_LOG_RESTORED=[0-9a-f]{12}$/;
const UNKNOWN =
  /^StartFailure: the event store at 127\.0\.0\.1:\d+ \(EVENTSTORE_URL\) holds events that this database has never followed: name another store, or restore the database that belongs to it; to follow them from the beginning start once with EVENT_LOG_RESTORED=[0-9a-f]{12}$/;

describe('an EventStoreDB log belongs to one database:', () => {
  test('the first start claims it with the database’s id, and later starts continue', async () => {
    const ours = await installation();
    const store = await start(ours);
    expect(claims()).toEqual([await idOf(ours)]);
    expect(await store.head()).toBeUndefined();
    await writes(store);
    await start(ours);
    expect(claims()).toEqual([await idOf(ours)]);
  });

  test('another database is refused before anything is read or written, even on an empty log', async () => {
    const [ours, theirs] = [await installation(), await installation()];
    const store = await start(ours);
    expect(await refusal(start(theirs))).toMatch(ANOTHERS);
    await writes(store);
    const length = peer.log.all.length;
    expect(await refusal(start(theirs))).toMatch(ANOTHERS);
    expect(peer.log.all).toHaveLength(length);
    await start(ours);
  });

  test('two processes of one installation write one claim when they start together', async () => {
    const ours = await installation();
    await Promise.all([start(ours), start(ours), start(ours)]);
    expect(claims()).toEqual([await idOf(ours)]);
  });

  test('one of two installations is refused when both start on an empty store', async () => {
    const [ours, theirs] = [await installation(), await installation()];
    const said = await Promise.all([refusal(start(ours)), refusal(start(theirs))]);
    expect(said.sort()).toEqual([expect.stringMatching(ANOTHERS), 'it started']);
    expect(claims()).toHaveLength(1);
  });

  test('a process that dies during the claim repeats it at its next start', async () => {
    const ours = await installation();
    peer.faults.append = () => 'notAllowed';
    await expect(start(ours)).rejects.toThrow();
    const id = await idOf(ours);
    expect(claims()).toEqual([]);
    let lost = false;
    peer.faults.append = () => {
      if (lost) return undefined;
      lost = true;
      return 'lostResponse';
    };
    await start(ours);
    expect([claims(), await idOf(ours)]).toEqual([[id], id]);
  });

  test('nobody reads, delivers or counts the claim as an event', async () => {
    const ours = await installation();
    const store = await start(ours);
    const stream = newStream();
    await store.append(stream, [newEvent()], 'none');
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const delivery of store.subscribeAll({ after: undefined, signal: stop.signal })) {
      if (delivery.kind === 'caughtUp') break;
      seen.push(...delivery.events.map((event) => event.stream));
    }
    stop.abort();
    expect(seen).toEqual([stream]);
    expect(await store.readStream(CLAIM_STREAM)).toEqual([]);
    expect((await store.readAll({ limit: 9 })).map((event) => event.stream)).toEqual([stream]);
  });

  test('a running process refuses to follow another’s log in place of its empty one', async () => {
    const [ours, theirs] = [await installation(), await installation()];
    const empty = peer.log.backup();
    const other = await start(theirs);
    await writes(other);
    const theirLog = peer.log.backup();
    await other.close();
    peer.down();
    empty();
    await peer.up();
    const store = await start(ours);
    peer.down();
    theirLog();
    await peer.up();
    await vi.waitFor(() => expect(store.head()).rejects.toMatchObject({ name: 'EventStoreUnavailable' }));
    await expect(writes(store)).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
  });
});

test('a truncated claim stops no process that recognises the events, and the next start reports it', async () => {
  const ours = await installation();
  const store = await start(ours);
  await writes(store);
  peer.log.operator.setMetadata(CLAIM_STREAM, { $tb: 1 });
  peer.down();
  await peer.up();
  await writes(store);
  const [event] = await store.readAll({ limit: 1 });
  const { stream, revision, position, id } = event!;
  await ours.db('event_log').update({ landmark: JSON.stringify({ stream, revision, position, id }) });
  expect(await refusal(start(ours))).toMatch(
    /^StartFailure: the stream eventLog-claim of the event store at \S+ \(EVENTSTORE_URL\) was cut off or deleted: take its metadata back$/,
  );
  peer.log.operator.setMetadata(CLAIM_STREAM, { $tb: 0 });
  await start(ours);
});

describe('a log older than claims', () => {
  test.each([true, false])(
    'is claimed by the first start whose database has followed it (landmark: %s)',
    async (landmark) => {
      const [ours, theirs] = [await installation(), await installation()];
      await lived(ours, { landmark });
      expect(await refusal(start(theirs))).toMatch(UNKNOWN);
      expect(claims()).toEqual([]);
      await start(ours);
      expect(claims()).toEqual([await idOf(ours)]);
      expect(await refusal(start(theirs))).toMatch(ANOTHERS);
    },
  );

  test('is not claimed by a database whose checkpoints match none of its events', async () => {
    const [ours, theirs] = [await installation(), await installation()];
    await lived(ours, { landmark: true });
    const { position } = await ours.db('policy_checkpoints').first('position');
    await theirs.db('event_log').insert({ kept_in: 'EventStoreDB' });
    const before = String(BigInt(position) - 1n).padStart(20, '0');
    await theirs.db('policy_checkpoints').insert({ name: 'emails', position: before });
    expect(await refusal(start(theirs))).toMatch(UNKNOWN);
    expect(claims()).toEqual([]);
  });
});

describe('a restored database', () => {
  test('from before the claim is refused until its code is set, then takes the log’s id', async () => {
    const [ours, restored] = [await installation(), await installation()];
    await lived(ours, { landmark: true });
    const rows = await ours.db('event_log').first('kept_in', 'landmark');
    await writes(await start(ours));
    await restored.db('event_log').insert({ ...rows, landmark: JSON.stringify(rows.landmark) });
    const refused = await refusal(start(restored));
    expect(refused).toMatch(ANOTHERS);
    expect(await refusal(start(restored, '0123456789ab'))).toBe(refused);
    await start(restored, codeIn(refused));
    expect(await idOf(restored)).toBe(await idOf(ours));
    await start(restored);
    // a leftover variable confirms nothing else
    const other = await startEventStoreDbPeer();
    await start(await installation(), undefined, other);
    expect(await refusal(start(await installation(), codeIn(refused), other))).toMatch(ANOTHERS);
    other.down();
  });

  test('whose events are missing in the log is refused even with its code', async () => {
    const [ours, restored] = [await installation(), await installation()];
    await writes(await start(ours));
    const refused = await refusal(start(restored));
    const elsewhere = { stream: newStream(), revision: 0, position: '0'.repeat(20), id: newEvent().id };
    await restored.db('event_log').update({ landmark: JSON.stringify(elsewhere) });
    expect(await refusal(start(restored, codeIn(refused)))).toMatch(/is not the one that was followed until now/);
    expect(await idOf(restored)).not.toBe(await idOf(ours));
  });

  test('that is empty may follow the log from its start once its code is set', async () => {
    const [ours, empty] = [await installation(), await installation()];
    await lived(ours, { landmark: true });
    const code = codeIn(await refusal(start(empty)));
    await start(empty, code);
    expect(claims()).toEqual([await idOf(empty)]);
    expect(await refusal(start(ours))).toMatch(ANOTHERS);
  });
});

describe('everything that opens the log checks its owner:', () => {
  test('a marketplace does not start on another’s store', async () => {
    const ours = await startMarketplace({ eventStoreUrl: peer.url });
    ends.push(ours.close);
    await ours.member('anna');
    const length = peer.log.all.length;
    await expect(startMarketplace({ eventStoreUrl: peer.url })).rejects.toThrow('belongs to another database');
    await expect(startMarketplace({ eventStoreUrl: peer.url, role: 'worker' })).rejects.toThrow('belongs to another');
    expect(peer.log.all).toHaveLength(length);
  });

  test('commands that read or write exit with 1 and the same line', async () => {
    const [ours, theirs] = [await installation(), await installation()];
    await writes(await start(ours));
    const length = peer.log.all.length;
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'reliquary-claim-'));
    ends.push(async () => rmSync(DATA_DIR, { recursive: true }));
    const settings = { DATA_DIR, DATABASE_URL: theirs.url, EVENTSTORE_URL: peer.url };
    for (const [program, words] of [
      ['keys', ['lost']],
      ['attest', []],
      ['roles', ['grant', 'anna@reliquary.example', 'admin']],
    ] as const) {
      const { code, output } = await runProgram(program, [...words], settings);
      expect([program, code, output]).toEqual([program, 1, expect.stringContaining('belongs to another database')]);
    }
    expect(peer.log.all).toHaveLength(length);
  });

  test('an auditor learns that the database belongs to another log', async () => {
    const [ours, theirs] = [await installation(), await installation()];
    await writes(await start(ours));
    await refusal(start(theirs));
    const addresses = { databaseUrl: theirs.url, eventStoreUrl: peer.url };
    await expect(openForReading(addresses)).rejects.toThrow('belongs to another database');
    const reading = await openForReading({ ...addresses, databaseUrl: ours.url });
    await reading.close();
  });
});
