import { beforeAll, expect, test } from 'vitest';
import type { AuditEvent } from '#application/contract/audit.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace();
const { shipped } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let other: Member;
let auditor: Member;
let sold: Sold;
let stream: string;

/** Statements of the buyer, written as one command each would write them. */
const speak = async (times: number): Promise<void> => {
  const { journal } = market().marketplace;
  for (let left = times; left > 0; left -= 64) {
    const { revision, hash } = await journal.load(stream);
    const events = Array.from({ length: Math.min(64, left) }, () => ({
      type: 'StatementGiven' as const,
      data: { at: 1, by: 'buyer' as const, answers: false, text: 'The left knee is broken', evidence: [] },
    }));
    const commandId = newId();
    const actor = { id: buyer.id, role: 'member' };
    const provenance = { commandId, correlationId: commandId, causationId: commandId, actor };
    await journal.append(stream, events, { revision, hash }, provenance);
  }
};

beforeAll(async () => {
  seller = await market().seller('pseller');
  buyer = await market().member('pbuyer');
  [clerk, other] = [await market().staff('pclerk'), await market().staff('pother')];
  auditor = await market().member('pauditor');
  await market().grant(auditor, 'auditor');
  sold = await shipped(buyer, seller);
  stream = `transaction-${sold.id}`;
  const claim = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };
  succeeded(await buyer.post(`transaction/${sold.id}/dispute`, claim), 'dispute');
  await market().settle();
  await speak(540);
});

const part = (reader: Member, n: number | string, tag?: string, of = stream) =>
  reader.call(
    'GET',
    `audit/streams/${of}/segments/${n}`,
    tag === undefined ? {} : { headers: { 'If-None-Match': tag } },
  );
const lengthIn = ({ headers }: { headers: Headers }) => Number(headers.get('x-stream-length'));
const accesses = async () =>
  succeeded(await buyer.get('user/disclosures'), 'the access log').disclosures.filter(
    ({ of, by }: { of: string; by: { username: string } }) => of === stream && by.username === 'pother',
  );

test('gives a history in parts of 256 events that continue one chain', async () => {
  const first = await part(auditor, 0);
  const length = lengthIn(first);
  const parts = [first, await part(auditor, 1), await part(auditor, 2)].map(({ body }) => body);
  expect(parts.map(({ events }) => events.length)).toEqual([256, 256, length - 512]);
  const events: AuditEvent[] = parts.flatMap((each) => each.events);
  expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length }, (_, revision) => revision));
  expect(events.slice(1).map(({ prevHash }) => prevHash)).toEqual(events.slice(0, -1).map(({ hash }) => hash));
  for (const { verification } of parts) expect(verification).toEqual({ intact: true, revision: null, reason: null });
});

test('names everybody whose id is in a part, for readers who may see accounts', async () => {
  const { body } = await part(auditor, 0);
  expect(body.named).toEqual([
    { _id: buyer.id, username: 'pbuyer' },
    { _id: seller.id, username: 'pseller' },
  ]);
  expect((await part(auditor, 1)).body.named).toEqual([{ _id: buyer.id, username: 'pbuyer' }]);
});

test('names the parties of a sale and the owner of an account, in the first part', async () => {
  const { body } = await part(auditor, 0);
  expect(body.people).toEqual([
    { part: 'buyer', _id: buyer.id, username: 'pbuyer' },
    { part: 'seller', _id: seller.id, username: 'pseller' },
  ]);
  expect((await part(auditor, 1)).body.people).toBeUndefined();
  const { body: account } = await part(auditor, 0, undefined, `account-${buyer.id}`);
  expect(account.people).toEqual([{ part: 'owner', _id: buyer.id, username: 'pbuyer' }]);
});

test('shows each event as the whole history does', async () => {
  for (const reader of [auditor, clerk]) {
    const { body: whole } = await reader.get(`audit/streams/${stream}?limit=100&page=3`);
    const { body } = await part(reader, 0);
    expect(body.events.slice(200)).toEqual(whole.events.slice(0, 56));
  }
});

test('answers 304 while the reader would see the same, and another tag once a mask falls or an event is new', async () => {
  const full = await part(auditor, 1);
  const tag = full.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{32}"$/);
  expect(full.headers.get('cache-control')).toBe('private, no-cache');
  const last = await part(auditor, 2);
  await speak(1);
  expect(await part(auditor, 1, tag)).toMatchObject({ status: 304 });
  expect(await part(auditor, 1, '"another"')).toMatchObject({ status: 200 });
  expect(await part(auditor, 2, last.headers.get('etag') ?? '')).toMatchObject({ status: 200 });
  expect((await part(clerk, 1)).headers.get('etag')).not.toBe(tag);
});

test('masks a field for those who may not read it', async () => {
  const text = async (reader: Member) => (await part(reader, 1)).body.events[0].data.text;
  expect(await text(auditor)).toBe('[personal]');
  expect(await text(clerk)).toBe('The left knee is broken');
});

test('logs the read of all parts as one access, with the fields of the whole history', async () => {
  for (const n of [2, 0, 1]) succeeded(await part(other, n), 'a part');
  const read = await accesses();
  expect(read).toHaveLength(1);
  expect(read[0].fields).toEqual(expect.arrayContaining(['history', 'address', 'text']));
});

test('says where the chain breaks, in the part that holds the break', async () => {
  const { db } = market().marketplace;
  const change = async (from: string, to: string) => {
    await db.raw('ALTER TABLE events DISABLE TRIGGER append_only');
    await db.raw(`UPDATE events SET data = replace(data::text, ?, ?)::json WHERE stream = ? AND revision = 300`, [
      from,
      to,
      stream,
    ]);
    await db.raw('ALTER TABLE events ENABLE TRIGGER append_only');
  };
  await change('"buyer"', '"staff"');
  const [before, broken, after] = [await part(auditor, 0), await part(auditor, 1), await part(auditor, 2)];
  await change('"staff"', '"buyer"');
  expect([before, after].map(({ body }) => body.verification.intact)).toEqual([true, true]);
  expect(broken.body.verification).toEqual({ intact: false, revision: 300, reason: 'it is not what was written' });
  expect(broken.body.events).toHaveLength(256);
});

test('refuses an unknown history, a part after the end, a wrong number and a party', async () => {
  expect(await part(auditor, 0, undefined, 'transaction-0')).toMatchObject({
    status: 404,
    body: { code: 'streamNotFound' },
  });
  expect(await part(auditor, 3)).toMatchObject({ status: 404, body: { code: 'segmentNotFound' } });
  for (const n of ['x', '-1', '1.5']) expect((await part(auditor, n)).status, n).toBe(400);
  expect((await part(buyer, 0)).status).toBe(403);
  expect((await part(clerk, 0, undefined, `security-${buyer.id}`)).status).toBe(403);
});
