import { describe, expect, test } from 'vitest';
import { toBase64 } from '#application/transparency/bytes.ts';
import { entryOf, eventOf } from '#application/transparency/factEntry.ts';
import { readReceipt } from '#application/transparency/receipt.ts';
import { ED25519, readNote } from '#application/transparency/signedNote.ts';
import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';
import { openReceipt, openReceipts } from '#infrastructure/http/receipts.ts';
import { entriesInStore } from '#infrastructure/transparency/entries.ts';
import { leafOf } from '#infrastructure/transparency/hashing.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { manualClock } from '#tests/support/manualClock.ts';

const signer = readSigningKey(makeSigningKey('test.example/tlog', ED25519), ED25519)!;
const STREAM = 'transaction-1';
const hash = 'a'.repeat(64);
const metadata = { correlationId: 'c', causationId: 'c', actor: { id: 'me', role: 'member' }, commandId: 'c' };
const event = (id: string) => ({
  id,
  type: 'Said',
  version: 1,
  data: {},
  metadata: { ...metadata, prevHash: null, hash },
});

const storeOf = async (count: number) => {
  const store = openMemoryEventStore();
  await store.append(
    STREAM,
    Array.from({ length: count }, (_, at) => event(`id-${at}`)),
    'none',
  );
  return store;
};
const told = async (...[changes = {}]: [Partial<Parameters<typeof openReceipts>[0]>?]) => {
  const store = await storeOf(5);
  const warnings: string[] = [];
  const sign = openReceipts({
    signer: () => signer,
    clock: manualClock(),
    entries: entriesInStore(store),
    sealed: async () => 42,
    log: { warn: (_, message) => void warnings.push(message) },
    ...changes,
  });
  const written = openReceipt();
  written.wrote({ stream: STREAM, first: 1, revision: 1, hash: 'b'.repeat(64) });
  written.wrote({ stream: STREAM, first: 3, revision: 4, hash });
  const header = await sign('me', written.streams());
  const receipt =
    header === undefined ? undefined : readReceipt(readNote(Buffer.from(header, 'base64url').toString())!.text);
  return { receipt, warnings, stored: await store.readStream(STREAM) };
};

describe('the receipt of a command', () => {
  test('names each event it wrote, and none written in between', async () => {
    const { receipt, stored, warnings } = await told();
    const events = [1, 3, 4].map((at) => {
      const { id, revision, position } = stored[at]!;
      return { id, revision, position, leaf: toBase64(leafOf(entryOf(eventOf(stored[at]!)))) };
    });
    expect(receipt).toMatchObject({ by: 'me', head: 42, ends: [{ stream: STREAM, revision: 4, hash, facts: events }] });
    expect(warnings).toEqual([]);
  });

  test.each([
    ['a log without a head', { sealed: async () => undefined }, undefined, 3],
    [
      'events that cannot be read back',
      {
        entries: {
          between: async () => {
            throw new Error('the store is away');
          },
        },
      },
      undefined,
      0,
    ],
  ])('is also given with %s', async (_, changes, head, count) => {
    const { receipt, warnings } = await told(changes);
    expect(receipt).toMatchObject({ ends: [{ stream: STREAM, revision: 4, hash }] });
    expect([receipt?.head, receipt?.ends[0]?.facts.length]).toEqual([head, count]);
    expect(warnings).toHaveLength(count === 0 ? 1 : 0);
  });

  test('is missing if this process does not have the key', async () => {
    expect((await told({ signer: () => undefined })).receipt).toBeUndefined();
  });
});
