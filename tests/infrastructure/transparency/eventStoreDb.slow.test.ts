import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { openJournal } from '#application/streams/journal.ts';
import { ED25519 } from '#application/transparency/signedNote.ts';
import { attest } from '#infrastructure/cli/attest/attest.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { openEventStoreDb } from '#infrastructure/eventStores/eventStoreDb.ts';
import { entriesInStore } from '#infrastructure/transparency/entries.ts';
import { lastHead } from '#infrastructure/transparency/heads.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { appendEvents, openTestLog } from './testLog.ts';

const database = useDatabase();
let peer: EventStoreDbPeer;
let store: EventStore;
let log: ReturnType<typeof openTestLog>;

beforeAll(async () => {
  peer = await startEventStoreDbPeer();
  store = openEventStoreDb({ url: peer.url, attemptMs: PATIENCE, patienceMs: PATIENCE });
  log = openTestLog({ db: database.knex, store, entries: entriesInStore(store) });
});
afterAll(async () => {
  await store.close();
  peer.down();
  log.remove();
});

const attested = async () => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const keys = openSubjectKeys({ db: database.knex, masterKey: Buffer.alloc(32) });
  const code = await attest({
    storage: { db: database.knex, store, journal: openJournal(store, createEventCodec({ keys })) },
    config: {
      dataDir: log.folder,
      eventStoreUrl: peer.url,
      transparency: { signer: undefined, witnesses: [] },
    },
    write: say,
    complain: say,
  });
  return { code, lines };
};
const headOver = (size: number) =>
  expect.poll(async () => (await lastHead(database.knex))?.size, { interval: 20 }).toBe(size);

test('logs EventStoreDB events in order and verifies them', async () => {
  let stop = log.start();
  await log.hasBegun();
  await appendEvents(store, 'sale-1', ...Array.from({ length: 300 }, (_, at) => ({ at })));
  await headOver(300);
  await stop();
  await appendEvents(store, 'sale-2', { at: 1, text: '“😀”' }, { at: 2 });
  stop = log.start();
  await headOver(302);
  await stop();
  expect(await attested()).toMatchObject({
    code: 0,
    lines: ['302 events in 2 streams are what was written.', expect.stringContaining('302 of them are sealed')],
  });
});

test('reports lost checkpoints of a restored database until a new log starts as in the runbook', async () => {
  const runbook = readFileSync(new URL('../../../infrastructure/runbook.md', import.meta.url), 'utf8');
  const [, named = ''] = /, empty (`tlog_[^;]*?) in one transaction/.exec(runbook) ?? [];
  const tables = [...named.matchAll(/tlog_\w+/g)].map(([table]) => table);
  const emptied = () => Promise.all(tables.map((table) => database.knex(table).delete()));
  await emptied();
  const restored = await attested();
  expect(restored.code).toBe(1);
  expect(restored.lines.at(-1)).toMatch(/^BROKEN: .*: the head that ended with it is gone; this machine has kept it$/);

  await appendEvents(store, 'sale-1', { at: 300 });
  let stop = log.start();
  await headOver(303);
  await stop();
  const signedOn = await attested();
  expect(signedOn.code).toBe(1);
  expect(signedOn.lines.at(-1)).toMatch(/^BROKEN: .*: the head that ended with it is gone; .* was signed after it$/);
  const restore = /^- Restore: .*(?:\n .*)*/m.exec(runbook)?.[0];
  for (const words of ['the head that ended with it is gone; this machine has kept it', 'the facts end with it'])
    expect(restore).toContain(`\`${words}\``);

  await emptied();
  rmSync(join(log.folder, 'log-head'));
  const text = makeSigningKey('test.example/tlog', ED25519);
  writeFileSync(join(log.folder, 'log-signing-key'), text);
  stop = log.start({ signer: () => readSigningKey(text, ED25519)! });
  await headOver(303);
  await stop();
  expect((await attested()).code).toBe(0);
});

test('detects an owner of the files who changes a time or hides a stream’s start', async () => {
  const event = peer.log.streamOf('sale-1')[270]!;
  const { created } = event;
  event.created -= 20n * 86_400n * 10_000_000n;
  const moved = await attested();
  expect(moved).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/^BROKEN: sale-1, revision 270: it is not what /)],
  });
  event.created = created;
  peer.log.operator.setMetadata('sale-2', { $tb: 1 });
  expect(await attested()).toEqual({
    code: 1,
    lines: ['BROKEN: sale-2, revision 0: its stream does not hold any more what the log of all events holds'],
  });
});
