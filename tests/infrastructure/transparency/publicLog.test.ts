import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { readHead } from '#application/transparency/checkpoint.ts';
import { inclusionRanges, rangeHash } from '#application/transparency/merkleTree.ts';
import { isIncluded } from '#application/transparency/proofs.ts';
import { COSIGNATURE, keyText, type NoteKey, readNote } from '#application/transparency/signedNote.ts';
import { verifiedBy } from '#application/transparency/signing.ts';
import { hashesFrom, hashesIn, tilePath, tilesFor, widthIn } from '#application/transparency/tiles.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { parseWitnesses } from '#infrastructure/settings/witnesses.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { entriesInPostgres } from '#infrastructure/transparency/entries.ts';
import { hashing, leafOf } from '#infrastructure/transparency/hashing.ts';
import { transparencyRoutes } from '#infrastructure/transparency/routes.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { witnessServer } from '#infrastructure/transparency/witness/server.ts';
import { openWitness } from '#infrastructure/transparency/witness/witness.ts';
import { openWitnesses } from '#infrastructure/transparency/witnessClient.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { appendEvents, openTestLog } from './testLog.ts';

const database = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'reliquary-public-log-'));
const servers: Server[] = [];
const serving = async (server: Server): Promise<string> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const witnessOf = async (name: string, logs: NoteKey[]) => {
  const signer = readSigningKey(makeSigningKey(name, COSIGNATURE), COSIGNATURE)!;
  const witness = openWitness({ signer, logs, folder: join(folder, name), now: Date.now });
  const url = await serving(witnessServer(witness, () => undefined));
  return { key: signer.key, setting: `${url}#${keyText(signer.key)}` };
};

const warnings: object[] = [];
const alarms: object[] = [];
const collecting = new AbortController();
let store: EventStore;
let log: ReturnType<typeof openTestLog>;
let stop: () => Promise<void>;
let url: string;
let mill: NoteKey;
let harbour: NoteKey;
let collected: Promise<void>;

beforeAll(async () => {
  store = openPostgresEventStore({ connectionString: database.url });
  log = openTestLog({ db: database.knex, store, entries: entriesInPostgres(database.knex) });
  const millAt = await witnessOf('mill.example', [log.key]);
  const harbourAt = await witnessOf('harbour.example', [log.key]);
  const stranger = await witnessOf('stranger.example', []);
  const away = `http://127.0.0.1:9#${keyText(readSigningKey(makeSigningKey('away.example', COSIGNATURE), COSIGNATURE)!.key)}`;
  [mill, harbour] = [millAt.key, harbourAt.key];
  const witnesses = openWitnesses({
    db: database.knex,
    witnesses: parseWitnesses([millAt.setting, harbourAt.setting, stranger.setting, away].join(','))!,
    log: { warn: (details) => warnings.push(details), error: (details) => alarms.push(details) },
  });
  collected = witnesses.run(collecting.signal);
  for (let transaction = 1; transaction <= 3; transaction++)
    await appendEvents(store, `sale-${transaction}`, ...Array.from({ length: 100 }, (_, at) => ({ at })));
  stop = log.start({ signed: witnesses.signed });
  url = await serving(createServer(express().use('/tlog', transparencyRoutes(database.knex))));
});
afterAll(async () => {
  await stop();
  collecting.abort();
  await collected;
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  await store.close();
  log.remove();
  rmSync(folder, { recursive: true, force: true });
});

const checkpoint = async () => {
  const answer = await fetch(`${url}/tlog/checkpoint`);
  return answer.status === 200 ? readNote(await answer.text()) : undefined;
};
const signedBy = async (key: NoteKey, size: number): Promise<boolean> => {
  const note = await checkpoint();
  if (!note || readHead(note.text)?.size !== size) return false;
  return typeof (await verifiedBy(key, note, verifyEd25519)) !== 'string';
};
const tile = (path: string) => fetch(`${url}/tlog/tile/${path}`);

test('each witness cosigns the published checkpoint; an unreachable or refusing one does no harm', async () => {
  for (const key of [log.key, mill, harbour]) await expect.poll(() => signedBy(key, 300), { interval: 20 }).toBe(true);
  await expect
    .poll(() => warnings, { interval: 20 })
    .toContainEqual(expect.objectContaining({ witness: 'away.example' }));
  await expect
    .poll(() => alarms, { interval: 20 })
    .toContainEqual({ witness: 'stranger.example', reason: '404 this log is not known here' });
  await appendEvents(store, 'sale-1', { at: 100 });
  for (const key of [mill, harbour]) await expect.poll(() => signedBy(key, 301), { interval: 20 }).toBe(true);
  expect(alarms).not.toContainEqual(expect.objectContaining({ witness: 'mill.example' }));
});

test('proves an event with the public tiles alone', async () => {
  const { size, root } = readHead((await checkpoint())!.text)!;
  const [entry] = await entriesInPostgres(database.knex).read('00000000000000000123', 1);
  const ranges = inclusionRanges(123, { start: 0, end: size });
  const tiles = await Promise.all(
    tilesFor(ranges).map(async (place) => {
      const answer = await tile(tilePath({ ...place, width: widthIn(size, place) }));
      expect(answer.headers.get('cache-control')).toContain('immutable');
      return { ...place, hashes: hashesIn(new Uint8Array(await answer.arrayBuffer())) };
    }),
  );
  const path = ranges.map((range) => rangeHash(range, hashesFrom(tiles, hashing), hashing));
  expect(isIncluded({ leaf: leafOf(entry!), index: 123, size, path }, root, hashing)).toBe(true);
});

test.each(['0/000.p/255', '0/001.p/45'])('serves a tile at an earlier width: %s', async (path) => {
  expect((await tile(path)).status).toBe(200);
});

test.each(['0/002', '0/001', '0/001.p/46', '0/000.p/256', '2/000.p/1', 'entries/000', '0/../0', '0/1', '63/000'])(
  'serves nothing under %s',
  async (path) => {
    expect((await tile(path)).status).toBe(404);
  },
);
