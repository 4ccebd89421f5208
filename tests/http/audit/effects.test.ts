import { beforeAll, expect, test } from 'vitest';
import type { StreamEffects } from '#application/contract/effects.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace();
const { paid, shipped } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let auditor: Member;
let sold: Sold;
beforeAll(async () => {
  [buyer, seller, clerk, auditor] = await Promise.all([
    market().member('ebuyer'),
    market().seller('eseller'),
    market().staff('eclerk'),
    market().member('eauditor'),
  ]);
  await market().grant(auditor, 'auditor');
  sold = await paid(buyer, seller);
});

const effects = async (reader: Member, query = '', { id } = sold) =>
  reader.get(`audit/streams/transaction-${id}/effects${query}`);
const revisionOf = async (type: string): Promise<number> => {
  const { events } = succeeded(await auditor.get(`audit/streams/transaction-${sold.id}`), 'history');
  return events.find((event: { type: string }) => event.type === type).revision;
};
const causes = async (type: string) => {
  const { body } = await effects(auditor, `?revision=${await revisionOf(type)}`);
  return (body as StreamEffects).causes;
};

test('a captured payment names the checkout, the webhook, its ledger entries and what it caused', async () => {
  const found = await eventually(async () => {
    const all = await causes('PaymentCaptured');
    return all.some(({ kind, outcome }) => kind === 'mail' && outcome === 'done') && all;
  });
  const kinds = found.map(({ kind }) => kind);
  expect(kinds[0]).toBe('request');
  const webhook = found.find(({ kind }) => kind === 'webhook');
  expect(webhook).toMatchObject({ name: 'payment.paid', outcome: 'recorded' });
  expect(webhook?.parent).toBe(found.find(({ name }) => name === 'CheckoutOpened')?.id);
  const captured = found.find(({ name }) => name === 'PaymentCaptured');
  expect(captured?.entries.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0);
  expect(captured?.entries).toContainEqual(expect.objectContaining({ currency: 'EUR' }));
  const mails = found.filter(({ kind }) => kind === 'mail');
  expect(mails.map(({ actor, username }) => `${actor} ${username}`)).toContain('seller eseller');
  const ids = found.map(({ id }) => id);
  for (const { parent } of found.slice(1)) expect(ids).toContain(parent);
});

test('names who asked for the checkout, and the call to the provider', async () => {
  const [root] = await causes('ShippingSet');
  expect(root).toMatchObject({ kind: 'request', actor: 'buyer', username: 'ebuyer', command: 'SetShipping' });
});

test('shows everything that the request recorded, whichever of its events was asked for', async () => {
  const names = async (type: string) =>
    (await causes(type)).flatMap(({ kind, name }) => (kind === 'event' ? [name] : []));
  expect(await names('CheckoutOpened')).toEqual(expect.arrayContaining(['ShippingSet', 'CheckoutOpened']));
  expect(await names('ShippingSet')).toEqual(await names('CheckoutOpened'));
});

test('lists the armed deadlines of the sale with their time', async () => {
  const { body } = await effects(auditor);
  const { deadlines } = body as StreamEffects;
  expect(deadlines).toContainEqual({ kind: 'shipment', dueAt: expect.stringMatching(/Z$/) });
});

test('a refused command is listed with its code and who sent it', async () => {
  expect((await buyer.post(`transaction/${sold.id}/confirm-delivery`)).status).toBeGreaterThanOrEqual(400);
  const refusal = await eventually(async () => {
    const { body } = await effects(auditor);
    return (body as StreamEffects).refusals[0];
  });
  expect(refusal).toMatchObject({ actor: 'buyer', code: expect.any(String), command: expect.any(String) });
});

test('nothing is pending once all jobs ran', async () => {
  await market().settle();
  await eventually(async () => {
    const { body } = await effects(auditor);
    return (body as StreamEffects).pending.filter(({ name }) => name === 'mail').length === 0;
  });
});

test('staff and auditors read it, the parties do not, and an unknown history is not found', async () => {
  expect((await market().client().get(`audit/streams/transaction-${sold.id}/effects`)).status).toBe(401);
  for (const party of [buyer, seller]) expect((await effects(party)).status).toBe(403);
  for (const reader of [clerk, auditor]) expect((await effects(reader)).status).toBe(200);
  const none = await auditor.get(`audit/streams/transaction-${'0'.repeat(32)}/effects`);
  expect(none).toMatchObject({ status: 404, body: { code: 'streamNotFound' } });
  expect((await effects(auditor, '?revision=999')).status).toBe(404);
  expect((await effects(auditor, '?revision=x')).status).toBe(400);
  const closed = await clerk.get(`audit/streams/security-${buyer.id}/effects`);
  expect(closed.status).toBe(403);
});

test('names the reason of a cancellation, and the dispute on which a later act was based', async () => {
  const [cancelled, disputed] = [await paid(buyer, seller), await shipped(buyer, seller)];
  const body = { reason: 'SHIPPING_ISSUES', otherReason: null };
  succeeded(await seller.post(`transaction/${cancelled.id}/cancel`, body), 'cancel');
  sold = cancelled;
  expect(await causes('TransactionCancelled')).toContainEqual(
    expect.objectContaining({ name: 'TransactionCancelled', reason: 'SHIPPING_ISSUES' }),
  );
  const claim = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };
  succeeded(await buyer.post(`transaction/${disputed.id}/dispute`, claim), 'dispute');
  succeeded(await buyer.post(`transaction/${disputed.id}/dispute/withdraw`), 'withdraw');
  sold = disputed;
  const answer = await effects(auditor, `?revision=${await revisionOf('DisputeWithdrawn')}`);
  expect((answer.body as StreamEffects).basis).toMatchObject([
    { name: 'DisputeOpened', actor: 'buyer', username: 'ebuyer', reason: 'DAMAGED' },
  ]);
});

test('an auditor who is the buyer does not read it', async () => {
  await market().grant(buyer, 'auditor');
  expect((await effects(buyer)).status).toBe(403);
});
