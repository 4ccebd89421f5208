import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { openJournal } from '#application/streams/journal.ts';
import { toHex } from '#application/transparency/bytes.ts';
import { changeOfKey, KEY_STREAM } from '#application/transparency/keyChange.ts';
import { ED25519, keyText, noteText, readNote } from '#application/transparency/signedNote.ts';
import { type NoteSigner, signNote } from '#application/transparency/signing.ts';
import { attest as attestEvents } from '#infrastructure/cli/attest/attest.ts';
import { rotate as rotateKey } from '#infrastructure/cli/attest/rotate.ts';
import { receiptSigner } from '#infrastructure/composition/transparency.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { entriesInPostgres } from '#infrastructure/transparency/entries.ts';
import { lastHead } from '#infrastructure/transparency/heads.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { appendEvents, openTestLog } from './testLog.ts';

const database = useDatabase();
let store: EventStore;
let log: ReturnType<typeof openTestLog>;
/** In order of use. */
const signers: NoteSigner[] = [];
/** The keys that a running process used for receipts. */
const signedReceipts: (NoteSigner | undefined)[] = [];

const headOver = (size: number) =>
  vi.waitFor(async () => expect((await lastHead(database.knex))?.size).toBe(size), { interval: 20 });
const storage = () => {
  const keys = openSubjectKeys({ db: database.knex, masterKey: Buffer.alloc(32) });
  return { db: database.knex, store, journal: openJournal(store, createEventCodec({ keys })) };
};
const config = (signer: NoteSigner | undefined = undefined, dataDir = log.folder) => ({
  dataDir,
  eventStoreUrl: undefined,
  transparency: { signer, witnesses: [] },
});
const rotate = async (signer?: NoteSigner, dataDir?: string) => {
  const lines: string[] = [];
  const code = await rotateKey({
    storage: storage(),
    config: config(signer, dataDir),
    write: (line) => void lines.push(line),
  });
  return { code, lines };
};
const attest = async (known: NoteSigner) => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const code = await attestEvents({ storage: storage(), config: config(), key: known.key, write: say, complain: say });
  return { code, output: lines.join('\n') };
};
const keptSigner = () => readSigningKey(readFileSync(join(log.folder, 'log-signing-key'), 'utf8'), ED25519)!;
/** Appends events and signs a checkpoint over all. */
const signed = async (signer: NoteSigner, stream: string) => {
  const stop = log.start({ signer: () => signer });
  await appendEvents(store, stream, { at: 1 }, { at: 2 });
  await headOver(Number((await database.knex('events').count())[0]!.count));
  await stop();
};

beforeAll(async () => {
  store = openPostgresEventStore({ connectionString: database.url });
  log = openTestLog({ db: database.knex, store, entries: entriesInPostgres(database.knex) });
  signers.push(log.signer);
  await signed(log.signer, 'sale-1');
  const receipts = receiptSigner({ ...config(), publicUrl: undefined, role: 'api' });
  signedReceipts.push(receipts());
  for (const stream of ['sale-2', 'sale-3']) {
    await rotate();
    signers.push(keptSigner());
    signedReceipts.push(receipts());
    await signed(keptSigner(), stream);
  }
});
afterAll(async () => {
  await store.close();
  log.remove();
});

test('a log with two rotations verifies for holders of any of its keys', async () => {
  expect(new Set(signers.map(({ key }) => keyText(key))).size).toBe(3);
  for (const known of signers) {
    const { code, output } = await attest(known);
    expect([code, output]).toEqual([0, expect.stringContaining(`signed with ${keyText(signers[2]!.key)}`)]);
    expect(output).toContain(`3 keys have signed it, each named by the one before it; you know ${keyText(known.key)}`);
  }
});

test('a process that signs receipts follows a rotation without a restart', () => {
  expect(signedReceipts.map((signer) => signer && keyText(signer.key))).toEqual(signers.map(({ key }) => keyText(key)));
});

describe('does not verify a key that the previous key did not announce', () => {
  const restored = async (change: () => Promise<unknown>) => {
    const heads = await database.knex('tlog_heads');
    await change();
    const found = await attest(signers[0]!);
    await database.knex('tlog_heads').delete();
    await database.knex('tlog_heads').insert(heads);
    return found;
  };

  test('refuses a signature by a key that no event names', async () => {
    const stranger = readSigningKey(makeSigningKey('test.example/tlog', ED25519), ED25519)!;
    const stop = log.start({ signer: () => stranger });
    await expect
      .poll(() => log.alarms.at(-1), { interval: 20 })
      .toBe('the last head in the database is not signed with the key of this log');
    await stop();
    expect((await attest(stranger)).output).toContain('is not signed with the key of this log');
  });

  test('refuses a signature by a replaced key', async () => {
    log.alarms.length = 0;
    const stop = log.start({ signer: () => signers[1]! });
    await expect
      .poll(() => log.alarms.at(-1), { interval: 20 })
      .toBe('the last head in the database is not signed with the key of this log');
    await stop();
    await expect(rotate(signers[0], mkdtempSync(join(tmpdir(), 'reliquary-late-')))).rejects.toThrow(
      `this key was replaced before, by ${keyText(signers[2]!.key)}`,
    );
  });

  test('reports checkpoints out of the order of their keys', async () => {
    const found = await restored(async () => {
      const [first, second] = await database.knex('tlog_heads').orderBy('size').limit(2);
      for (const [{ size, note }, signer] of [
        [first, signers[1]!],
        [second, signers[0]!],
      ] as const) {
        const { text } = readNote(note)!;
        const again = noteText({ text, signatures: [await signNote(text, signer)] });
        await database.knex('tlog_heads').where({ size }).update({ note: again });
      }
    });
    expect(found.output).toContain('is signed with a key that another had replaced');
  });
});

test('a configured key is replaced by the operator, and repeating the rotation changes nothing', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'reliquary-set-'));
  const before = (await store.readStream(KEY_STREAM)).length;
  const [first, second] = [await rotate(signers[2], elsewhere), await rotate(signers[2], elsewhere)];
  expect(second).toEqual(first);
  const next = readSigningKey(readFileSync(join(elsewhere, 'log-signing-key.next'), 'utf8'), ED25519)!;
  expect(first.lines[0]).toContain(keyText(next.key));
  const written = (await store.readStream(KEY_STREAM)).map(({ data }) => data.change);
  expect(written.slice(before)).toEqual([await changeOfKey(signers[2]!, next)]);
  await signed(next, 'sale-4');
  expect((await attest(signers[0]!)).code).toBe(0);
  await rotate(next, elsewhere);
  expect(readFileSync(join(elsewhere, 'log-signing-key.next'), 'utf8')).not.toContain(toHex(next.key.id));
  rmSync(elsewhere, { recursive: true, force: true });
});
