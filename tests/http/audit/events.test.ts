import { beforeAll, describe, expect, test } from 'vitest';
import type { EventFound, EventPage } from '#application/contract/eventSearch.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace();
const { shipped } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let auditor: Member;
let admin: Member;
let sold: Sold;
let stream: string;
let shortId: string;

beforeAll(async () => {
  [buyer, seller, clerk, auditor, admin] = await Promise.all([
    market().member('ebuyer'),
    market().seller('eseller'),
    market().staff('eclerk'),
    market().member('eauditor'),
    market().member('eadmin'),
  ]);
  await market().grant(auditor, 'auditor');
  await market().grant(admin, 'admin');
  sold = await shipped(buyer, seller, '80.00');
  stream = `transaction-${sold.id}`;
  await buyer.post(`transaction/${sold.id}/dispute`, { category: 'DAMAGED', claim: 20, text: 'A broken wing' });
  await market().settle();
  shortId = (await buyer.get(`transaction/${sold.id}`)).body.transactionId;
});

const call = (q: string, more: Record<string, string> = {}, of = '') =>
  `audit/events${of}?${new URLSearchParams({ q, limit: '100', ...more })}`;
const found = async (q: string, reader = auditor): Promise<EventFound[]> => {
  const { status, body } = await reader.get(call(q));
  expect([q, status]).toEqual([q, 200]);
  return (body as EventPage).events;
};
const types = async (q: string, reader = auditor) => (await found(q, reader)).map(({ type }) => type);
const file = (path: string, reader = auditor) =>
  fetch(new URL(`/api/${path}`, market().url), { headers: { Authorization: `Bearer ${reader.token}` } });

test('is for auditors, staff and admins only', async () => {
  for (const of of ['', '/histogram', '/export']) {
    const path = `audit/events${of}?q=type:DisputeOpened`;
    expect((await market().client().get(path)).status, path).toBe(401);
    for (const somebody of [buyer, seller]) expect((await somebody.get(path)).status, path).toBe(403);
    for (const reader of [auditor, clerk, admin]) expect((await file(path, reader)).status, path).toBe(200);
    expect((await auditor.call('POST', path)).status, path).toBe(405);
  }
});

test('finds an event by type, actor, stream, amount, day, cause and words', async () => {
  const [opened] = await found(`type:DisputeOpened stream:${shortId}`);
  expect(opened).toMatchObject({
    stream,
    label: `${shortId}, A painted dragon`,
    actor: { id: buyer.id, role: 'buyer', name: 'ebuyer' },
    outcome: 'open',
    amount: 20,
    currency: 'EUR',
  });
  const day = opened!.at.slice(0, 10);
  for (const q of [
    `stream:${stream} type:dispute*`,
    `stream:${stream} actor:buyer amount:20`,
    `stream:${stream} actor:EBUYER amount:15..25`,
    `stream:${stream} actor:EBUYER amount:>=15 amount:<21 type:Dispute*`,
    `stream:${stream} actor:${buyer.id} claim damaged`,
    `type:DisputeOpened on:${day} ${shortId}`,
    `type:DisputeOpened dragon -actor:seller`,
    `type:DisputeOpened cause:${opened!.correlationId}`,
    `type:DisputeOpened ebuyer`,
  ])
    expect([q, await types(q)]).toEqual([q, ['DisputeOpened']]);
  for (const q of [
    `stream:${stream} type:DisputeOpened amount:>20 amount:<30`,
    `stream:${stream} amount:>1000`,
    `type:DisputeOpened before:${day}`,
    'actor:nobodyatall',
    'cause:none',
    'stream:transaction-unknown',
  ])
    expect([q, await types(q)]).toEqual([q, []]);
});

test('names what the query calls and nobody is called', async () => {
  const unknown = async (q: string) => (await auditor.get(call(q))).body.unknownNames;
  expect(await unknown('actor:nobodyatall,ebuyer -actor:zzz')).toEqual([
    'No person is called “nobodyatall”.',
    'No person is called “zzz”.',
  ]);
  for (const number of ['TX00000000', 'TX22222222'])
    expect(await unknown(`stream:${number}`)).toEqual([`No sale is called “${number}”.`]);
  expect(await unknown(`stream:${stream} actor:buyer`)).toEqual([]);
});

test('finds a sale by its tracking code for staff, who see the code of an open case', async () => {
  expect(await types('type:DisputeOpened 3STEST', clerk)).toEqual(['DisputeOpened']);
  expect(await types('type:DisputeOpened 3STEST', auditor)).toEqual([]);
});

describe('a query that cannot be read', () => {
  test.each([
    ['amount:abc', 'Character 1: “amount:abc” is not an amount. Write amount:>500 or amount:100..200.'],
    ['knee type:Nothing*', 'Character 6: There is no event type “Nothing*”.'],
    ['text:"open', 'Character 1: Close the quotation mark with “"”.'],
  ])('is refused with the place of its fault: %s', async (q, message) => {
    for (const of of ['', '/histogram', '/export']) {
      const { status, body } = await auditor.get(call(q, {}, of));
      expect([status, body]).toEqual([400, { code: 'eventQueryInvalid', message, errors: { q: message } }]);
    }
  });

  test('is refused with 10 kB, as are a wrong cursor, position and format', async () => {
    const { status, body } = await auditor.get(call('x'.repeat(10_000)));
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalidInput', errors: { q: 'Please search with at most 500 characters' } });
    for (const wrong of [{ cursor: 'x' }, { since: '1' }, { limit: '0' }] as Record<string, string>[])
      expect((await auditor.get(call('', wrong))).status).toBe(400);
    expect((await auditor.get(call('', { format: 'xlsx' }, '/export'))).status).toBe(400);
  });
});

describe('a history closed to the reader', () => {
  test('is left out, and refused if the query names it', async () => {
    expect(await found('type:SignInSucceeded')).not.toEqual([]);
    expect(await found('type:SignInSucceeded', clerk)).toEqual([]);
    for (const q of ['stream:security', `stream:security-${buyer.id}`, `stream:disclosure-${buyer.id}`]) {
      expect((await clerk.get(call(q))).status, q).toBe(403);
      expect((await auditor.get(call(q))).status, q).toBe(200);
    }
  });

  test('of their own sale is closed to staff, with its conversation and its case', async () => {
    const own = await market().seller('eown');
    await market().grant(own, 'staff');
    const transaction = await shipped(buyer, own, '15.00');
    await buyer.post(`transaction/${transaction.id}/dispute`, { category: 'DAMAGED', claim: 5, text: 'A broken base' });
    await market().settle();
    const its = `stream:transaction-${transaction.id}`;
    expect((await found(its, clerk)).length).toBeGreaterThan(5);
    expect((await own.get(call(its))).status).toBe(403);
    expect((await own.get(call(`${its} text:broken`))).status).toBe(403);
    expect((await own.get(call(its, {}, '/export'))).status).toBe(403);
    const seen = await found('type:DisputeOpened', own);
    expect(seen.map((event) => event.stream)).toEqual([stream]);
  });
});

describe('personal text', () => {
  test('is in no row, and found by nobody who searches everything', async () => {
    for (const reader of [clerk, auditor, admin]) {
      expect(await found('wing', reader)).toEqual([]);
      const all = await (await file(call('', { format: 'ndjson' }, '/export'), reader)).text();
      expect(all).toContain('DisputeOpened');
      expect(all).not.toMatch(/broken wing|Lange Straat|Utrecht|3STEST/);
    }
  });

  test('is searched in the one sale that the query names, as its reader may see it, and leaves a trace', async () => {
    const told = async () => JSON.stringify((await seller.get('user/disclosures')).body);
    const { _id } = await market().publish(seller, { title: 'Another dragon' });
    expect(_id).toBeTruthy();
    expect(await types(`stream:${shortId} text:"broken wing"`, auditor)).toEqual([]);
    expect(await told()).not.toContain('"claim"');
    const [only] = await found(`stream:${shortId} text:"broken wing"`, clerk);
    expect(only?.type).toBe('DisputeOpened');
    expect(JSON.stringify(only)).not.toContain('wing');
    const { disclosures } = (await buyer.get('user/disclosures')).body;
    expect(disclosures[0]).toMatchObject({ of: stream, by: { _id: clerk.id }, role: 'staff' });
    expect(disclosures[0].fields).toEqual(expect.arrayContaining(['history', 'text']));
  });
});

test('counts the masked texts of one history, and searches those that the reader has opened', async () => {
  const asked = `stream:${shortId} text:"broken wing"`;
  const page = async (reader: Member, q = asked): Promise<EventPage> => (await reader.get(call(q))).body;
  const before = await page(auditor);
  expect(before.events).toEqual([]);
  expect(before.maskedTexts).toBeGreaterThan(0);
  expect((await page(auditor, 'wing')).maskedTexts).toBeNull();
  expect((await page(auditor, `stream:${shortId}`)).maskedTexts).toBeNull();
  const [claim] = await found(`stream:${shortId} type:DisputeOpened`);
  const opening = {
    subject: { stream, revision: claim!.revision },
    fields: ['text'],
    purpose: 'audit',
    reason: 'To see which part is said to be broken',
  };
  expect((await auditor.post('disclosures', opening)).status).toBe(200);
  const after = await page(auditor);
  expect(after.events.map(({ type }) => type)).toEqual(['DisputeOpened']);
  expect(after.maskedTexts).toBe(before.maskedTexts! - 1);
  expect(JSON.stringify(after)).not.toContain('wing');
  // another reader has opened nothing
  expect((await page(admin)).events).toEqual([]);
});

test('turns pages, and answers what was stored since a position', async () => {
  const first: EventPage = (await auditor.get(call(`stream:${stream}`, { limit: '2' }))).body;
  expect(first.events).toHaveLength(2);
  const second: EventPage = (await auditor.get(call(`stream:${stream}`, { limit: '2', cursor: first.next! }))).body;
  expect(second.events[0]!.revision).toBeLessThan(first.events[1]!.revision);
  const upTo = first.upTo!;
  expect((await auditor.get(call('type:ListingPublished', { since: upTo }))).body.events).toEqual([]);
  const { _id } = await market().publish(seller, { title: 'A late arrival' });
  await market().settle();
  const { events } = (await auditor.get(call('type:ListingPublished', { since: upTo }))).body as EventPage;
  expect(events.map((event) => [event.stream, event.label])).toEqual([[`listing-${_id}`, 'A late arrival']]);
});

test('counts what it finds by day', async () => {
  const { body } = await auditor.get(call('type:DisputeOpened', {}, '/histogram'));
  const count = (await found('type:DisputeOpened')).length;
  expect(body).toMatchObject({ count, estimated: false });
  expect(body.bars.reduce((sum: number, bar: { count: number }) => sum + bar.count, 0)).toBe(count);
});

describe('an export', () => {
  test('is CSV whose cells no spreadsheet runs, and names its limit', async () => {
    const offers = ['=cmd|x', '+1+1', '@SUM(A1)', '-2, "quoted"'];
    for (const title of offers) await market().publish(seller, { title: `${title} dragon` });
    await market().settle();
    const response = await file(call('type:ListingPublished', {}, '/export'));
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="events-type-listingpublished-\d{4}-\d\d-\d\dT[\d-]{8}Z\.csv"$/,
    );
    expect(response.headers.get('x-row-limit')).toBe('10000');
    const bytes = new Uint8Array(await response.arrayBuffer());
    // spreadsheets read UTF-8 only with a byte-order mark
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines[0]).toBe(
      'at,recordedAt,stream,revision,label,type,actorRole,actorId,actorName,details,amount,toBuyer,toSeller,fee,currency,outcome,eventId,commandId,correlationId,causationId,position',
    );
    const text = lines.join('\n');
    expect(text).toMatch(/,\d+\.\d\d,,,,EUR,,/);
    expect(text).toContain(",'=cmd|x dragon,");
    expect(text).toContain(",'+1+1 dragon,");
    expect(text).toContain(",'@SUM(A1) dragon,");
    expect(text).toContain(`,"'-2, ""quoted"" dragon",`);
    expect(lines.slice(1, -1).filter((line) => /(^|,)"?[=+@\t]/.test(line))).toEqual([]);
  });

  test('is logged each time, with its format and its query but no name, as an automatic reason', async () => {
    const q = 'type:ShipmentConfirmed Bone actor:eauditor,buyer';
    const kept = 'type:ShipmentConfirmed text:"…" actor:…,buyer';
    for (const format of ['csv', 'ndjson']) await (await file(call(q, { format }, '/export'))).text();
    await market().settle();
    const isExport = ({ fields }: { fields: string[] }) => fields.includes('eventExport');
    const exports = (await auditor.get('audit/disclosures?who=eauditor')).body.disclosures.filter(isExport);
    const logged = { by: { username: 'eauditor' }, role: 'auditor', concerned: null };
    expect(exports.slice(0, 2)).toMatchObject([
      { ...logged, reason: `Exported as NDJSON: ${kept}` },
      { ...logged, reason: `Exported as CSV: ${kept}` },
    ]);
    // it opened the data of others
    expect((await auditor.get('user/disclosures')).body.disclosures.filter(isExport)).toEqual([]);
  });

  test('is NDJSON with the rows of the search', async () => {
    const q = `stream:${stream}`;
    const response = await file(call(q, { format: 'ndjson' }, '/export'));
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const rows = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toEqual(await found(q));
    expect(new Set(rows.map(({ actor }) => actor.name))).toContain('ebuyer');
  });
});
