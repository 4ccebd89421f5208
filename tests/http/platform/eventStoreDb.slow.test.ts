import { afterAll, beforeAll, expect, test } from 'vitest';
import { toBase64 } from '#application/transparency/bytes.ts';
import { entryOf, eventOf } from '#application/transparency/factEntry.ts';
import { readReceipt } from '#application/transparency/receipt.ts';
import { readNote } from '#application/transparency/signedNote.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { leafOf } from '#infrastructure/transparency/hashing.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { eventually, type Member, startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';
import { ADDRESS, type Sold, sales } from '../sale.ts';

let peer: EventStoreDbPeer;
let market: TestMarketplace;
let buyer: Member;
let seller: Member;
const { becomes, bought, checkout } = sales(() => market);
beforeAll(async () => {
  peer = await startEventStoreDbPeer();
  market = await startMarketplace({ eventStoreUrl: peer.url });
  [buyer, seller] = await Promise.all([market.member('ebuyer'), market.seller('eseller')]);
});
afterAll(async () => {
  await market?.close();
  peer?.down();
});

const SHIPMENT = { trackingCode: '3STEST' };
const send = (by: Member, { id }: { id: string }, command: string, json: object = {}, commandId = newId()) =>
  by.call('POST', `transaction/${id}/${command}`, { json, commandId });

/**
 * What was stored of a sale, in all streams that are its own, but that its payout waits over a weekend: whether the clock, which goes on by
 * whole days, comes from before Friday's run to Saturday is a matter of the hour and the day.
 */
const eventsOf = async ({ id }: { id: string }): Promise<string[]> => {
  const all = await market.marketplace.store.readAll({ limit: 100_000 });
  expect(new Set(all.map((event) => event.id)).size).toBe(all.length);
  return all
    .filter(({ stream, type }) => stream.endsWith(id) && type !== 'PayoutPostponed')
    .map(({ stream, type }) => `${stream.split('-')[0]} ${type}`);
};

/** Waits until the seller is paid; sessions expire before that. */
const paidOut = async (sold: Sold) => {
  await market.passDays(8);
  await market.signIn(buyer.email, buyer.password, buyer);
  await market.signIn(seller.email, seller.password, seller);
  await becomes(seller, sold, 'COMPLETED');
};

/** Crashes the server for the duration of the work and restarts it with its log. */
const withoutServer = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  peer.down();
  try {
    return await work();
  } finally {
    await peer.up();
  }
};

const ready = () => market.client().get('/ready');
let undisturbed: string[] = [];

test('a receipt on EventStoreDB names each written event with its position and leaf', async () => {
  const { headers } = await buyer.put('user/shipping', ADDRESS);
  const note = readNote(Buffer.from(headers.get('x-receipt') ?? '', 'base64url').toString());
  const stream = `account-${buyer.id}`;
  const last = (await market.marketplace.store.readStream(stream)).at(-1)!;
  const { id, revision, position, metadata } = last;
  const leaf = toBase64(leafOf(entryOf(eventOf(last))));
  expect(readReceipt(note?.text ?? '')).toMatchObject({
    by: buyer.id,
    ends: [{ stream, revision, hash: metadata.hash, facts: [{ id, revision, position, leaf }] }],
  });
});

test('a sale on EventStoreDB goes from the offer to the payout', async () => {
  const sold = await bought(buyer, seller);
  await market.pay(await checkout(buyer, sold));
  await becomes(buyer, sold, 'AWAIT_SHIPPING');
  expect((await send(seller, sold, 'confirm-shipment', SHIPMENT)).status).toBe(200);
  expect((await send(buyer, sold, 'confirm-delivery')).status).toBe(200);
  await becomes(buyer, sold, 'READY_FOR_PAYOUT');
  await paidOut(sold);
  undisturbed = await eventsOf(sold);
  expect(undisturbed).toContain('transaction PayoutCompleted');
  expect(await ready()).toMatchObject({ status: 200, body: { eventStore: { ok: true } } });
});

test('repeated crashes of EventStoreDB lose and repeat nothing, and callers get a 503', async () => {
  const sold = await bought(buyer, seller);
  const checkoutUrl = await checkout(buyer, sold);
  await withoutServer(async () => {
    await market.pay(checkoutUrl);
    expect(await ready()).toMatchObject({ status: 503, body: { ready: false, eventStore: { ok: false } } });
  });
  await eventually(() => becomes(buyer, sold, 'AWAIT_SHIPPING'));

  const shipping = newId();
  const ship = () => send(seller, sold, 'confirm-shipment', SHIPMENT, shipping);
  const refused = await withoutServer(ship);
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await ship()).toMatchObject({ status: 200, body: { transaction: { status: 'IN_ESCROW' } } });

  // the write succeeds, but the server crashes before it can answer
  const confirming = newId();
  const confirm = () => send(buyer, sold, 'confirm-delivery', {}, confirming);
  peer.faults.append = (stream) => {
    if (!stream.endsWith(sold.id)) return undefined;
    setImmediate(peer.down);
    return 'lostResponse';
  };
  expect(await confirm()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  peer.faults.append = undefined;
  await peer.up();
  for (let again = 0; again < 2; again++) {
    expect(await confirm()).toMatchObject({ status: 200, body: { message: 'Delivery confirmed successfully' } });
    expect((await ship()).status).toBe(200);
  }

  await eventually(async () => (await ready()).status === 200);
  await paidOut(sold);
  expect((await eventsOf(sold)).sort()).toEqual(undisturbed.sort());
});

test('an older log in EventStoreDB stops all reads and writes until the right one is back', async () => {
  const older = peer.log.backup();
  const sold = await bought(buyer, seller);
  const whole = peer.log.backup();
  peer.down();
  older();
  await peer.up();
  const length = peer.log.all.length;
  await eventually(async () => (await ready()).status === 503);
  expect(await ready()).toMatchObject({ body: { ready: false, eventStore: { ok: false } } });
  expect(await send(buyer, sold, 'cancel')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect((await buyer.call('GET', `transaction/${sold.id}`)).status).toBe(200);
  expect(peer.log.all).toHaveLength(length);
  peer.down();
  whole();
  await peer.up();
  await eventually(async () => (await ready()).status === 200);
  expect((await send(buyer, sold, 'cancel')).status).toBe(200);
});
