import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { openJournal } from '#application/streams/journal.ts';
import { COSIGNATURE, ED25519, keyText, type NoteKey } from '#application/transparency/signedNote.ts';
import { type AttestOptions, attest as attestEvents } from '#infrastructure/cli/attest/attest.ts';
import { keyOfLog, openForReading } from '#infrastructure/cli/attest/auditor.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { parseWitnesses } from '#infrastructure/settings/witnesses.ts';
import { entriesInPostgres } from '#infrastructure/transparency/entries.ts';
import { lastHead } from '#infrastructure/transparency/heads.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { readAhead } from '#infrastructure/transparency/verify/readAhead.ts';
import { witnessServer } from '#infrastructure/transparency/witness/server.ts';
import { openWitness } from '#infrastructure/transparency/witness/witness.ts';
import { openWitnesses } from '#infrastructure/transparency/witnessClient.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { rewriteHistory } from '#tests/support/rewriteHistory.ts';
import { appendEvents, openTestLog } from './testLog.ts';

const database = useDatabase();
const OWN = ['tlog_tiles', 'tlog_map', 'tlog_streams', 'tlog_progress', 'tlog_heads'] as const;
const TABLES = [...OWN, 'events'] as const;
const silent = { warn: () => undefined, error: () => undefined };

let store: EventStore;
let log: ReturnType<typeof openTestLog>;
let witnessDir: string;
let server: Server;
let setting: string;

const headOver = (size: number) =>
  vi.waitFor(async () => expect((await lastHead(database.knex))?.size).toBe(size), { interval: 20 });

beforeAll(async () => {
  store = openPostgresEventStore({ connectionString: database.url });
  log = openTestLog({ db: database.knex, store, entries: entriesInPostgres(database.knex) });
  witnessDir = mkdtempSync(join(tmpdir(), 'reliquary-mill-'));
  const signer = readSigningKey(makeSigningKey('mill.example', COSIGNATURE), COSIGNATURE)!;
  server = createServer();
  const witness = openWitness({ signer, logs: [log.key], folder: witnessDir, now: Date.now });
  server = witnessServer(witness, () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  setting = `http://127.0.0.1:${(server.address() as AddressInfo).port}#${keyText(signer.key)}`;

  const stop = log.start();
  await log.hasBegun();
  await appendEvents(store, 'sale-1', { claim: 1_600 }, { claim: 1_700 }, { claim: 1_800 });
  await appendEvents(store, 'sale-2', { claim: 5 });
  await headOver(4);
  await appendEvents(store, 'sale-2', { claim: 6 }, { claim: 7 });
  await appendEvents(store, 'attestation-ledger', { night: '2026-11-21', digest: 'a' });
  await headOver(7);
  await stop();
  const collecting = new AbortController();
  const witnesses = openWitnesses({ db: database.knex, witnesses: parseWitnesses(setting)!, log: silent });
  witnesses.signed();
  const collected = witnesses.run(collecting.signal);
  await vi.waitFor(async () => expect((await lastHead(database.knex))?.cosignatures).not.toBe(''), { interval: 20 });
  collecting.abort();
  await collected;
  await appendEvents(store, 'sale-2', { claim: 8 });
  await database.knex.raw('ALTER TABLE events DISABLE TRIGGER append_only');
  for (const table of TABLES) await database.knex.raw(`CREATE TABLE kept_${table} AS TABLE ${table}`);
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await store.close();
  log.remove();
  rmSync(witnessDir, { recursive: true, force: true });
});

/** Runs the command in this process. */
const attest = async ({
  dataDir = log.folder,
  witnesses = setting,
  key = undefined as NoteKey | undefined,
  ahead = undefined as AttestOptions['ahead'],
} = {}) => {
  const keys = openSubjectKeys({ db: database.knex, masterKey: Buffer.alloc(32) });
  const lines: string[] = [];
  const say = (line: string) => void lines.push(`${line}\n`);
  const code = await attestEvents({
    storage: { db: database.knex, store, journal: openJournal(store, createEventCodec({ keys })) },
    config: {
      dataDir,
      eventStoreUrl: undefined,
      transparency: { signer: undefined, witnesses: parseWitnesses(witnesses)! },
    },
    key,
    ...(ahead && { ahead }),
    write: say,
    complain: say,
  });
  return { code, output: lines.join('') };
};

/** Runs changes with the database owner's rights and reverts them. */
const attacked = async (change: () => PromiseLike<unknown>, changes: Parameters<typeof attest>[0] = {}) => {
  try {
    await change();
    return await attest(changes);
  } finally {
    for (const table of TABLES) {
      await database.knex(table).delete();
      await database.knex.raw(`INSERT INTO ${table} TABLE kept_${table}`);
    }
  }
};
const broken = (...lines: string[]) => ({ code: 1, output: lines.map((line) => `BROKEN: ${line}\n`).join('') });
const HEAD = /the head of [\dT:-]+Z/g;
const withoutTime = ({ code, output }: { code: number; output: string }) => ({
  code,
  output: output.replace(HEAD, 'the head'),
});

const claimRaised = () =>
  rewriteHistory({ store, knex: database.knex }, 'sale-1', 1, (event) => ({ ...event, data: { claim: 9_000 } }));
/** Rebuilds everything except the signatures over altered events. */
const madeAnew = async (signer = log.signer) => {
  const folder = mkdtempSync(join(tmpdir(), 'reliquary-forger-'));
  for (const table of OWN) await database.knex(table).delete();
  const stop = log.start({ keptHead: join(folder, 'log-head'), signer: () => signer });
  try {
    await headOver(Number((await database.knex('events').count())[0]!.count));
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

test('verifies an unaltered history with its checkpoint, map and witness', async () => {
  expect(withoutTime(await attest())).toEqual({
    code: 0,
    output: [
      '8 events in 3 streams are what was written.',
      `7 of them are sealed by the head, signed with ${keyText(log.key)}.`,
      '1 newer ones are not sealed yet; each follows the one before it.',
      'mill.example has signed this log, up to event 7.',
      '',
    ].join('\n'),
  });
  const away = await attest({ witnesses: setting.replace(/:\d+#/, ':9#') });
  expect([away.code, away.output]).toEqual([0, expect.stringContaining('mill.example cannot be reached')]);
});

test('reads large logs in a child process with the same result', async () => {
  let begun = 0;
  const read = (...asked: Parameters<typeof readAhead>) => {
    begun++;
    return readAhead(...asked);
  };
  const alone = await attest({ ahead: { from: 8, read } });
  expect(begun).toBe(0);
  const ahead = { from: 7, read };
  expect(await attest({ ahead })).toEqual(alone);
  expect(begun).toBe(1);
  expect(withoutTime(await attacked(claimRaised, { ahead }))).toEqual(
    broken('sale-1, revision 1: it is not what the head sealed', 'sale-1, revision 2: it is not what the head sealed'),
  );
  expect(begun).toBe(2);
});

describe('detects an owner of the database', () => {
  test('who rewrites an event with all later hashes', async () => {
    expect(withoutTime(await attacked(claimRaised))).toEqual(
      broken(
        'sale-1, revision 1: it is not what the head sealed',
        'sale-1, revision 2: it is not what the head sealed',
      ),
    );
  });

  test('who changes the recorded time of an event', async () => {
    const moved = () =>
      database.knex('events').where({ stream: 'sale-2', revision: 0 }).decrement('recorded_at', 1_728_000_000);
    expect(withoutTime(await attacked(moved))).toEqual(broken('sale-2, revision 0: it is not what the head sealed'));
  });

  test('who truncates a history, in the middle or at the end of the log', async () => {
    const last = () => database.knex('events').where({ stream: 'sale-1', revision: 2 }).delete();
    expect(await attacked(last)).toEqual(
      broken('sale-1, revision 2: this history ends at revision 1; 2 had been sealed'),
    );
    const tail = () => database.knex('events').where('position', '>', 5).delete();
    expect((await attacked(tail)).output.split('\n').sort().slice(1)).toEqual([
      'BROKEN: attestation-ledger, revision 0: this history is gone; 0 had been sealed',
      'BROKEN: sale-2, revision 2: this history ends at revision 1; 2 had been sealed',
    ]);
  });

  test('who removes an event', async () => {
    const taken = () => database.knex('events').where({ stream: 'sale-1', revision: 1 }).delete();
    expect(await attacked(taken)).toEqual(broken('sale-1, revision 1: revision 1 is missing'));
  });

  test('who rewrites a nightly seal', async () => {
    const seal = () =>
      rewriteHistory({ store, knex: database.knex }, 'attestation-ledger', 0, (event) => ({
        ...event,
        data: { night: '2026-11-21', digest: 'b' },
      }));
    expect(withoutTime(await attacked(seal))).toEqual(
      broken('attestation-ledger, revision 0: it is not what the head sealed'),
    );
  });

  test('who replaces a checkpoint', async () => {
    const other = await attacked(() => database.knex('tlog_heads').where({ size: 7 }).update({ note: 'none' }));
    expect(other).toEqual(broken('attestation-ledger, revision 0: the head that ends with it is no head of a log'));
    const moved = await attacked(async () => {
      const { note } = await database.knex('tlog_heads').where({ size: 4 }).first();
      await database
        .knex('tlog_heads')
        .where({ size: 4 })
        .update({ note: note.replace('\n4\n', '\n5\n') });
    });
    expect(moved).toEqual(broken('sale-2, revision 0: the head that ends with it is not what was signed'));
  });

  test('who removes a checkpoint, in the middle or the last', async () => {
    const first = await attacked(() => database.knex('tlog_heads').where({ size: 4 }).delete());
    expect(withoutTime(first)).toEqual(
      broken('sale-2, revision 0: the head that ended with it is gone; the head was signed after it'),
    );
    const last = await attacked(() => database.knex('tlog_heads').where({ size: 7 }).delete());
    expect(last.output).toContain(
      'attestation-ledger, revision 0: the head that ended with it is gone; this machine has kept it',
    );
    const elsewhere = await attacked(() => database.knex('tlog_heads').where({ size: 7 }).delete(), {
      dataDir: '/nowhere',
      key: log.key,
    });
    expect(elsewhere.output).toContain(
      'attestation-ledger, revision 0: the head that ended with it is gone; the witness mill.example has signed it',
    );
  });

  test('who rewrites an event and rebuilds the log with another key', async () => {
    const forger = readSigningKey(makeSigningKey('test.example/tlog', ED25519), ED25519)!;
    const found = await attacked(async () => {
      await claimRaised();
      await madeAnew(forger);
    });
    expect(found.code).toBe(1);
    expect(found.output).toContain('the head that ends with it is not signed with the key of this log');
    expect(found.output).toMatch(
      /it, or one of the 6 facts before it, is not what the head that this machine has kept/,
    );
  });

  test('who shows us another log than the witness, even with the key and no memory here', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'reliquary-elsewhere-'));
    cpSync(join(log.folder, 'log-signing-key'), join(elsewhere, 'log-signing-key'));
    const fork = async () => {
      await claimRaised();
      await madeAnew();
    };
    expect(await attacked(fork, { dataDir: elsewhere })).toEqual(
      broken(
        'attestation-ledger, revision 0: it, or one of the 6 facts before it, is not what the witness mill.example sealed',
      ),
    );
    rmSync(elsewhere, { recursive: true, force: true });
  });

  test('who rewrites the log but not the events', async () => {
    const tile = () =>
      database.knex.raw(`UPDATE tlog_tiles SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1)`);
    expect(await attacked(tile)).toEqual(
      broken('sale-1, revision 1: it is what was sealed, but the log keeps another leaf of it'),
    );
    const map = () => database.knex('tlog_streams').where({ stream: 'sale-2' }).update({ revision: 1 });
    expect((await attacked(map)).output).toContain('the map that the database keeps is not the one that was signed');
    const node = () => database.knex.raw(`UPDATE tlog_map SET hash = set_byte(hash, 0, get_byte(hash, 0) # 1)`);
    expect((await attacked(node)).output).toContain(
      'the nodes that the database keeps of the map are not those of the map',
    );
    const surplus = () =>
      database.knex.raw(`INSERT INTO tlog_map SELECT depth, (place + 1) % 256, alone, hash FROM tlog_map WHERE depth = 8
                         ON CONFLICT DO NOTHING`);
    expect((await attacked(surplus)).output).toContain('the nodes that the database keeps of the map');
  });

  test('who changes unsealed events, unless with all their hashes', async () => {
    const newest = () =>
      database
        .knex('events')
        .where({ position: 8 })
        .update({ data: JSON.stringify({ claim: 9 }) });
    expect(await attacked(newest)).toEqual(broken('sale-2, revision 3: it is not what was written'));
  });
});

test('no witness cosigns a fork, and it keeps the refused checkpoint', async () => {
  const alarms: object[] = [];
  const asked = new AbortController();
  await attacked(async () => {
    await claimRaised();
    await madeAnew();
    const witnesses = openWitnesses({
      db: database.knex,
      witnesses: parseWitnesses(setting)!,
      log: { warn: () => undefined, error: (details) => alarms.push(details) },
    });
    witnesses.signed();
    const asking = witnesses.run(asked.signal);
    await expect.poll(() => alarms, { interval: 20 }).toHaveLength(1);
    asked.abort();
    await asking;
  });
  expect(alarms).toEqual([
    { witness: 'mill.example', reason: '422 this tree does not begin with the one that was signed before' },
  ]);
  const [evidence] = readdirSync(witnessDir).filter((file) => file.endsWith('.refused'));
  expect(readFileSync(join(witnessDir, evidence!), 'utf8')).toContain('test.example/tlog\n8\n');
});

test('a holder of the public key can verify the log with read access only', async () => {
  const file = join(witnessDir, 'log-key');
  writeFileSync(file, `${keyText(log.key)}\n`);
  const known = await runProgram('attest', ['--key', file], { DATA_DIR: '/nowhere', DATABASE_URL: database.url });
  expect([known.code, known.output]).toEqual([0, expect.stringContaining('7 of them are sealed by the head of')]);
  expect(existsSync('/nowhere')).toBe(false);
  const reading = await openForReading({ databaseUrl: database.url, eventStoreUrl: undefined });
  await expect(reading.storage.db('tlog_heads').delete()).rejects.toThrow('read-only transaction');
  await reading.close();

  const foreign = readSigningKey(makeSigningKey('test.example/tlog', ED25519), ED25519)!.key;
  expect((await attest({ key: foreign })).output).toContain(
    'the head that ends with it is not signed with the key of this log',
  );
  expect(keyOfLog(keyText(log.key))).toEqual(log.key);
  expect(keyOfLog('mill')).toBeUndefined();
});

test('reports a folder without a marketplace, creates nothing and exits with 2', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'reliquary-nothing-'));
  expect(await runProgram('attest', [], { DATA_DIR: empty })).toEqual({
    code: 2,
    output: `there is no marketplace in ${empty} (DATA_DIR)\n`,
  });
  expect(readdirSync(empty)).toEqual([]);
  const url = new URL(database.url);
  url.pathname = '/postgres';
  const elsewhere = await runProgram('attest', [], { DATA_DIR: empty, DATABASE_URL: url.href });
  expect(elsewhere).toEqual({ code: 2, output: 'there is no marketplace in this database (DATABASE_URL)\n' });
  rmSync(empty, { recursive: true, force: true });
});

test('creates a key for a log on request', async () => {
  const made = await runProgram('attest', ['key', 'reliquary.example/tlog'], {});
  expect(readSigningKey(made.output, ED25519)?.key.name).toBe('reliquary.example/tlog');
});
