import { beforeAll, expect, test } from 'vitest';
import { QUARANTINED_MESSAGE } from '#application/contract/common.ts';
import { hashOf } from '#infrastructure/crypto/hashChain.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { putInQuarantine, readQuarantine } from '#projections/engine/quarantine.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';

// the last test stops the read models for good
const market = useMarketplace({ patience: 5_000 });
const { bought, paid, becomes } = sales(market);
let buyer: Member;
let seller: Member;
let staff: Member;
let spoilt: Sold;
let stream: string;

/** An impossible history: a transaction without an address was paid out. */
const spoil = async (): Promise<void> => {
  const { journal } = market().marketplace;
  const at = Date.now();
  const data = { at, payoutId: 'po_1', amount: 4_500, rateUntil: at, paidAt: at };
  const commandId = newId();
  const provenance = {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { id: 'system', role: 'system' },
  } as const;
  await journal.append(stream, [{ type: 'PayoutCompleted', data }], await journal.load(stream), provenance);
};
const operate = (words: readonly string[], killed?: AbortSignal) => {
  const variables = { DATABASE_URL: market().config.databaseUrl ?? '', DATA_DIR: market().dataDir };
  return runProgram('quarantine', words, variables, killed);
};

beforeAll(async () => {
  buyer = await market().member('quarantined_buyer');
  seller = await market().seller('quarantined_seller');
  staff = await market().staff('quarantined_clerk');
  spoilt = await bought(buyer, seller);
  stream = `transaction-${spoilt.id}`;
  await spoil();
  await eventually(async () => (await buyer.get('../ready')).body.quarantined === 1);
});

test('gives its commands a plain error, shows it on its page and notifies nobody', async () => {
  const refused = await buyer.post(`transaction/${spoilt.id}/cancel`, { reason: 'OTHER', otherReason: 'Enough' });
  expect([refused.status, refused.body]).toEqual([423, { message: QUARANTINED_MESSAGE, code: 'quarantined' }]);
  const { body } = await buyer.get(`transaction/${spoilt.id}`);
  expect(body).toMatchObject({ status: 'CREATED', holds: ['quarantine'], allowed: [], deadlines: [] });
  const { transactions } = (await buyer.get('transaction/history?type=purchase')).body;
  expect(transactions).toMatchObject([{ _id: spoilt.id, status: 'CREATED' }]);
  expect(
    (await market().emails(seller.email)).filter(({ subject, text }) => (subject + text).includes('45.00')),
  ).toEqual([]);
  const { notifications } = (await seller.get('notifications')).body;
  expect(JSON.stringify(notifications)).not.toContain('payout');
});

test('opens a case that names stream, position and reason, and whose file can be requested', async () => {
  const { cases, counts } = (await staff.get('staff/cases?kind=quarantined')).body;
  expect(counts).toEqual({ quarantined: 1 });
  expect(cases).toMatchObject([
    {
      kind: 'quarantined',
      overdue: true,
      sale: { _id: spoilt.id },
      quarantine: { stream, revision: 1, event: 'PayoutCompleted', reason: expect.stringContaining('cannot follow') },
    },
  ]);
  expect((await staff.get(`staff/cases/${spoilt.id}`)).status).toBe(423);
});

test('lets everything else continue: a purchase is paid, the process is ready and alarms', async () => {
  const other = await paid(buyer, seller);
  await becomes(buyer, other, 'AWAIT_SHIPPING');
  const ready = await fetch(`${market().url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ ready: true, quarantined: 1 })]);
  const metrics = await (await fetch(`${market().url}/metrics`)).text();
  expect(metrics).toContain('reliquary_quarantined_streams 1');
  expect(metrics).toContain('reliquary_alarms_total{alarm="a stream is in quarantine"} 1');
});

test('is listed for operators, and a retry before the fix changes nothing and says why', async () => {
  expect((await operate(['list'])).output).toMatch(
    new RegExp(`${stream}, revision 1 \\(PayoutCompleted\\): .*\n1 streams`),
  );
  const again = await operate(['retry', stream]);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('it stays in quarantine: PayoutCompleted')]);
  expect((await operate(['show', stream])).output).toContain('has passed by revisions 1 to 1');
});

test('is finished by the workers after a killed retry, and notifies nobody twice', async () => {
  const { db, store, journal } = market().marketplace;
  const sold = await bought(buyer, seller);
  const name = `transaction-${sold.id}`;
  const { id, position, revision } = (await store.readStream(name)).at(-1)!;
  const culprit = {
    stream: name,
    revision: revision + 1,
    position,
    id,
    type: 'TransactionCancelled',
    reason: 'planted',
  };
  await putInQuarantine(db, { ...culprit, foundBy: 'commands' }, Date.now());
  await eventually(async () => (await buyer.get('../ready')).body.quarantined === 2);
  const commandId = newId();
  const caused = {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { id: buyer.id, role: 'member' },
  } as const;
  const data = { at: Date.now(), by: 'buyer', reason: null, otherReason: null } as const;
  await journal.append(name, [{ type: 'TransactionCancelled', data }], await journal.load(name), caused);
  const row = async () => (await readQuarantine(db)).find(({ stream: other }) => other === name);
  await eventually(async () => (await row())!.passedBy.length > 5);

  const killing = new AbortController();
  const retried = operate(['retry', name], killing.signal);
  await expect.poll(async () => (await row())?.retrying, { interval: 5 }).toBe(true);
  killing.abort();
  expect((await retried).code).toBeNull();
  await eventually(async () => (await row()) === undefined);
  await becomes(buyer, sold, 'CANCELLED');
  await market().settle();
  const mails = (await market().emails(seller.email)).filter(({ subject }) => /cancelled/i.test(subject));
  expect(mails).toHaveLength(1);
});

test('shows the reason in its audit, and position, type and hashes of unreadable events', async () => {
  const page = async (of: string) => (await staff.get(`audit/streams/${of}`)).body;
  expect(await page(stream)).toMatchObject({
    verification: { intact: true },
    events: [
      { type: 'TransactionCreated', revision: 0 },
      { type: 'PayoutCompleted', revision: 1 },
    ],
    quarantine: { revision: 1, event: 'PayoutCompleted', reason: expect.stringContaining('cannot follow') },
  });
  const other = `transaction-${(await bought(await market().member('audited_buyer'), seller)).id}`;
  const { store } = market().marketplace;
  const [created] = await store.readStream(other);
  const { hash: prevHash, ...caused } = created!.metadata;
  const unhashed = { id: newId(), type: 'TransactionCancelled', version: 1, data: { at: 'never' } };
  const hash = hashOf(other, { ...unhashed, metadata: { ...caused, prevHash } });
  await store.append(other, [{ ...unhashed, metadata: { ...caused, prevHash, hash } }], 0);
  await eventually(async () => (await buyer.get('../ready')).body.quarantined === 2);
  const { events, quarantine, totalCount } = await page(other);
  expect([events.length, totalCount, quarantine.revision]).toEqual([2, 2, 1]);
  expect(events[1]).toMatchObject({
    type: 'TransactionCancelled',
    revision: 1,
    prevHash,
    hash,
    data: {},
    unreadable: true,
  });
  expect((await staff.get(`audit/streams?search=${other}`)).body.streams).toMatchObject([{ stream: other, events: 2 }]);
  expect(await seller.get(`audit/streams/${other}`)).toMatchObject({ status: 403 });
});

test('answers 503 with Retry-After for an event of a newer release, in its stream only', async () => {
  const [newer, other] = [await bought(buyer, seller), await bought(buyer, seller)];
  const { store } = market().marketplace;
  const last = (await store.readStream(`transaction-${newer.id}`)).at(-1)!;
  const { metadata, revision } = last;
  const blessed = { id: newId(), type: 'SaleBlessed', version: 1, data: { at: Date.now() } };
  await store.append(last.stream, [{ ...blessed, metadata: { ...metadata, prevHash: metadata.hash } }], revision);
  const cancel = (sold: Sold) => buyer.post(`transaction/${sold.id}/cancel`);
  const refused = await cancel(newer);
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'updating', '5']);
  expect((await cancel(other)).status).toBe(200);
  expect((await store.readStream(last.stream)).at(-1)!.type).toBe('SaleBlessed');
  expect((await buyer.get('../ready')).body.quarantined).toBe(2);
});
