import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Bytes, fromBase64 } from '#application/transparency/bytes.ts';
import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { placeOf, readEntry } from '#application/transparency/factEntry.ts';
import { isConsistent, isIncluded } from '#application/transparency/proofs.ts';
import { type Receipt, readReceipt } from '#application/transparency/receipt.ts';
import { readKeyText, readNote } from '#application/transparency/signedNote.ts';
import { verifiedBy } from '#application/transparency/signing.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { hashing, leafOf, map, sha256 } from '#infrastructure/transparency/hashing.ts';
import { ADDRESS, eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace({ transparency: { signer: undefined, headEvery: 0, witnesses: [] } });
const { shipped } = sales(market);
let buyer: Member;
let seller: Member;
let auditor: Member;
let sold: Sold;
let stream: string;
let early: LogHead;

const bytes = (text: string): Bytes => fromBase64(text)!;
const headIn = (note: string): LogHead => readHead(readNote(note)!.text)!;
/** The receipts of all accepted commands, in order. */
const kept: string[] = [];
const receiptIn = (header: string): Receipt =>
  readReceipt(readNote(Buffer.from(header, 'base64url').toString())!.text)!;
const keepReceipts = (): void => {
  const send = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...sent) => {
    const answer = await send(...sent);
    const header = answer.headers.get('x-receipt');
    if (header !== null) kept.push(header);
    return answer;
  });
};

/** The newest head, once it covers everything. */
const newest = () =>
  eventually(async () => {
    const { body } = await market().client().get('proof/log');
    return body.unsealedSince === null && headIn(body.heads[0]);
  });

beforeAll(async () => {
  keepReceipts();
  [buyer, seller, auditor] = [
    await market().member('pbuyer'),
    await market().seller('pseller'),
    await market().member('pauditor'),
  ];
  await market().grant(auditor, 'auditor');
  early = await newest();
  sold = await shipped(buyer, seller);
  stream = `transaction-${sold.id}`;
  await market().settle();
});

afterAll(() => vi.restoreAllMocks());

test('lets everybody read the signed heads and consistency proofs', async () => {
  const second = await newest();
  const { key, heads } = (await market().client().get('proof/log')).body;
  expect(typeof (await verifiedBy(readKeyText(key, sha256)!, readNote(heads[0])!, verifyEd25519))).toBe('object');
  const { body } = await market().client().get(`proof/consistency?from=${early.size}&to=${second.size}`);
  expect(isConsistent(early, second, body.path.map(bytes), hashing)).toBe(true);
  for (const [query, status] of [
    [`from=0&to=${second.size + 1_000_000}`, 404],
    [`from=2&to=1`, 400],
    ['from=-1&to=1', 400],
    ['to=1', 400],
  ] as const)
    expect((await market().client().get(`proof/consistency?${query}`)).status, query).toBe(status);
});

test('gives readers of histories an inclusion proof for each event, without personal data', async () => {
  const { size, root } = await newest();
  const { body } = await auditor.get(`proof/stream/${stream}`);
  expect(body.versions).toMatchObject({ TransactionCreated: expect.any(Number) });
  expect(headIn(body.head).size).toBe(size);
  expect(body.map.end.revision).toBe(body.totalCount - 1);
  for (const { entry, index, path } of body.facts)
    expect(isIncluded({ leaf: leafOf(entry), index, size, path: path.map(bytes) }, root, hashing)).toBe(true);
  expect(JSON.stringify(body)).not.toContain('Lange Straat');
  expect(JSON.stringify(body)).toContain('$personal');

  const one = (await auditor.get(`proof/inclusion?event=${stream}/1&size=${size}`)).body;
  expect(one).toEqual({ size, index: body.facts[1].index, leaf: body.facts[1].leaf, path: body.facts[1].path });
  expect(JSON.stringify(one).length).toBeLessThan(1_024);
  const page = (await auditor.get(`proof/stream/${stream}?limit=2&page=2`)).body;
  expect(page.facts.map(({ entry }: { entry: string }) => placeOf(entry).revision)).toEqual([2, 3]);
});

test('puts a head into e-mails to parties, which the current log extends', async () => {
  const { text } = await market().mail(seller.email, /latest checkpoint of our transparency log/);
  const [, size, root] = /\n(\d+) ([A-Za-z0-9+/]{43}=)$/.exec(text)!;
  const [kept, now] = [{ size: Number(size), root: bytes(root!) }, await newest()];
  const { body } = await market().client().get(`proof/consistency?from=${size}&to=${now.size}`);
  expect(isConsistent(kept, now, body.path.map(bytes), hashing)).toBe(true);
});

test.each([
  ['proof/inclusion?event=transaction-none/0', 404, 'streamNotFound'],
  ['proof/stream/transaction-none', 404, 'streamNotFound'],
  ['proof/inclusion?event=none', 400, 'invalidInput'],
])('rejects %s', async (path, status, code) => {
  const answer = await auditor.get(path);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('refuses a size without a head, and an event that no head covers', async () => {
  const { size } = await newest();
  const codes = async (query: string) => (await auditor.get(`proof/${query}`)).body.code;
  expect(await codes(`inclusion?event=${stream}/0&size=${size + 1_000_000}`)).toBe('logTooShort');
  expect(await codes(`inclusion?event=${stream}/0&size=${early.size}`)).toBe('notInLog');
  expect(await codes(`inclusion?event=${stream}/999`)).toBe('streamNotFound');
  expect(await codes(`stream/${stream}?size=${early.size}`)).toBe('notNewestHead');
});

test('gives each party receipts of their own acts only, proven by the newest head', async () => {
  const { size, root, mapRoot } = await newest();
  const total = (await auditor.get(`proof/stream/${stream}`)).body.totalCount;
  for (const [party, types] of [
    [buyer, ['TransactionCreated', 'ShippingSet']],
    [seller, ['ShipmentConfirmed']],
  ] as const) {
    const { body } = await party.get(`transaction/${sold.id}/receipts`);
    expect(headIn(body.head).size).toBe(size);
    const { beside, end } = body.map;
    const proof = { beside: beside.map(bytes), end: { ...end, key: bytes(end.key), leaf: bytes(end.leaf) } };
    expect(map.provenEnd(stream, proof, mapRoot)).toMatchObject({ revision: total - 1 });
    const told: string[] = body.receipts.map(({ type }: { type: string }) => type);
    expect(told).toEqual(expect.arrayContaining([...types]));
    for (const { entry, index, path } of body.receipts) {
      expect(readEntry(entry).metadata.actor.id).toBe(party.id);
      expect(isIncluded({ leaf: leafOf(entry), index, size, path: path.map(bytes) }, root, hashing)).toBe(true);
    }
  }
  const stranger = await market().member('pstranger');
  expect((await stranger.get(`transaction/${sold.id}/receipts`)).body.code).toBe('transactionNotFound');
});

later.test('hides staff’s own transactions from them, and all from members', async () => {
  const own = await market().seller('pown');
  await market().grant(own, 'staff');
  const transaction = await shipped(buyer, own, '15.00');
  for (const path of [
    `proof/stream/transaction-${transaction.id}`,
    `proof/inclusion?event=transaction-${transaction.id}/0`,
  ]) {
    expect((await own.get(path)).status).toBe(403);
    expect((await buyer.get(path)).status).toBe(403);
    expect((await market().client().get(path)).status).toBe(401);
  }
});

describe('a receipt for an accepted command', () => {
  test('is signed with the log’s key and names the end of each written stream', async () => {
    const key = readKeyText((await market().client().get('proof/log')).body.key, sha256)!;
    for (const header of kept) {
      const note = readNote(Buffer.from(header, 'base64url').toString())!;
      expect(typeof (await verifiedBy(key, note, verifyEd25519))).toBe('object');
      expect(readReceipt(note.text)!.origin).toBe(key.name);
    }
    const promised = kept.flatMap((header) => receiptIn(header).ends).filter((end) => end.stream === stream);
    const { facts: events } = (await auditor.get(`proof/stream/${stream}`)).body;
    const own = (events as { entry: string }[])
      .map(({ entry }) => readEntry(entry))
      .filter(({ metadata }) => [buyer.id, seller.id].includes(metadata.actor.id));
    const lastOfEach = new Map(own.map((event) => [event.metadata.commandId, event]));
    expect(lastOfEach.size).toBeGreaterThan(2);
    for (const { revision, metadata } of lastOfEach.values())
      expect(promised).toContainEqual(expect.objectContaining({ stream, revision, hash: metadata.hash }));
  });

  test('names id, position and leaf of each written event, but the head of that time', async () => {
    const { facts: events } = (await auditor.get(`proof/stream/${stream}`)).body;
    const own = (events as { entry: string; leaf: string }[])
      .map(({ entry, leaf }) => ({ leaf, ...readEntry(entry) }))
      .filter(({ metadata }) => [buyer.id, seller.id].includes(metadata.actor.id));
    const promised = kept
      .map(receiptIn)
      .flatMap(({ ends, head }) =>
        ends.filter((end) => end.stream === stream).flatMap((end) => end.facts.map((event) => ({ ...event, head }))),
      );
    const known = new Map(promised.map((event) => [event.revision, event]));
    expect(own.length).toBeGreaterThan(2);
    for (const { id, revision, position, leaf } of own)
      expect(known.get(revision)).toEqual({ id, revision, position, leaf, head: expect.any(Number) });
    const heads = promised.map(({ head }) => head!);
    expect(heads).toEqual(heads.toSorted((one, other) => one - other));
    expect(heads[0]).toBeGreaterThanOrEqual(early.size);
  });

  test('fits into a header that proxies accept', () => {
    expect(Math.max(...kept.map((header) => header.length))).toBeLessThan(3_000);
  });

  test('is the same when repeated, and missing for rejected commands and visitors', async () => {
    const commandId = 'the-same-command-1';
    const change = () => buyer.put('user/shipping', { ...ADDRESS, city: 'Delft' }, { commandId });
    const [first, again] = [(await change()).headers.get('x-receipt')!, (await change()).headers.get('x-receipt')!];
    expect(receiptIn(first)).toMatchObject({ by: buyer.id, ends: [{ stream: `account-${buyer.id}` }] });
    expect(receiptIn(again).ends).toEqual(receiptIn(first).ends);
    const refused = await buyer.post(`transaction/${sold.id}/ship`, {});
    expect([refused.status >= 400, refused.headers.get('x-receipt')]).toEqual([true, null]);
    const visitor = await market().client().post('auth/forgot-password', { email: buyer.email });
    expect([visitor.status, visitor.headers.get('x-receipt')]).toEqual([200, null]);
  });
});
