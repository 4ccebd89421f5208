import { beforeEach, describe, expect, test } from 'vitest';
import { ProviderUnavailable } from '#application/ports/payments.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { fold } from '#domain/shared/decider.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { publicStatus } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { Killed, type MemoryMarket, memoryMarket } from '../memoryMarket.ts';
import { ADDRESS, granted, joined, published } from '../trading.ts';

let market: MemoryMarket;
let seller: Actor;
let buyer: Actor;
let listing: string;

const member = (username: string): Promise<Actor> => joined(market, username);
const publish = (): Promise<string> => published(market, seller);
const purchase = (by = buyer, commandId?: string) =>
  market.sales.buy({ listing, seller: seller.id, amount: 50 }, market.context(by, commandId));
const bought = async (): Promise<string> => granted(await purchase()).id;
const setShipping = (id: string, country = 'Netherlands', commandId?: string) =>
  market.sales.setShipping(id, { address: { ...ADDRESS, country }, sums: {} }, market.context(buyer, commandId));

beforeEach(async () => {
  market = memoryMarket();
  [seller, buyer] = [await member('seller'), await member('buyer')];
  await market.accounts.send(seller.id, { type: 'AcceptSellerTerms' }, market.context(seller));
  listing = await publish();
});

describe('buying', () => {
  test('reserves the listing first, then creates the transaction [L-042]', async () => {
    const id = await bought();
    expect(await market.typesOf(`listing-${listing}`)).toEqual(['ListingPublished', 'ListingReserved']);
    expect(await market.typesOf(`transaction-${id}`)).toEqual(['TransactionCreated']);
    const all = await market.store.readAll({ limit: 10_000 });
    const [reserved, created] = ['ListingReserved', 'TransactionCreated'].map((type) =>
      all.findIndex((event) => event.type === type),
    );
    expect(reserved).toBeLessThan(created!);
    const { events } = await market.journal.load(`transaction-${id}`);
    expect(publicStatus(fold(transactionAggregate, events as never))).toBe('CREATED');
  });

  test('reserves nothing for an unverified buyer [L-045]', async () => {
    const person = { username: 'nova', email: 'nova@example.com', password: 'Correct-horse1!', country: 'Netherlands' };
    const registered = await market.accounts.register(person, market.context(SYSTEM));
    if (!registered.ok) throw new Error(registered.error.code);
    const newcomer = { id: registered.value.accountId, role: 'member' } as const;
    expect(await purchase(newcomer)).toMatchObject({ error: { code: 'emailNotVerified' } });
    expect(await market.typesOf(`listing-${listing}`)).toEqual(['ListingPublished']);
  });

  test.each([
    ['promises the rates of that moment', undefined, 1_500],
    [
      'beside a release that keeps no rates promises none: those are asked for that are taken when it is paid',
      1,
      2_200,
    ],
  ])('%s', async (_, version, shippingCost) => {
    market = memoryMarket({ beside: version ? { TransactionCreated: version } : {} });
    [seller, buyer] = [await member('seller'), await member('buyer')];
    await market.accounts.send(seller.id, { type: 'AcceptSellerTerms' }, market.context(seller));
    listing = await publish();
    const id = await bought();
    const dearer = { type: 'SetShippingRates', domestic: 500, continental: 2_200, international: 3_000 } as const;
    granted(await market.accounts.send(seller.id, dearer, market.context(seller)));
    granted(await setShipping(id, 'Germany'));
    expect((await market.repository.transactions.load(id)).state).toMatchObject({ zone: 'continental', shippingCost });
  });

  test('changes one stream at a time: the same command continues after a crash in between [L-012]', async () => {
    market.killBefore('transaction');
    await expect(purchase(buyer, 'buy-1')).rejects.toThrow(Killed);
    expect(await purchase(await member('rival'))).toMatchObject({ error: { code: 'listingReserved' } });
    expect(await purchase(buyer, 'buy-1')).toMatchObject({ ok: true });
    expect(await market.streams('transaction')).toHaveLength(1);
  });

  test('does not revive a released reservation when retried late', async () => {
    market.killBefore('transaction');
    await expect(purchase(buyer, 'buy-1')).rejects.toThrow(Killed);
    const { events } = await market.journal.load(`listing-${listing}`);
    const reserved = events.at(-1);
    if (reserved?.type !== 'ListingReserved') throw new Error('no reservation');
    const { transactionId } = reserved.data;
    await market.listings.send(listing, { type: 'ReleaseReservation', transactionId }, market.context(SYSTEM));
    expect(await purchase(buyer, 'buy-1')).toMatchObject({ error: { code: 'listingNotAvailable' } });
    expect(await market.streams('transaction')).toEqual([]);
  });

  test('lets exactly one of ten concurrent buyers succeed [L-044]', async () => {
    const rivals = await Promise.all(Array.from({ length: 10 }, (_, n) => member(`rival${n}`)));
    const outcomes = await Promise.all(rivals.map((rival) => purchase(rival)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await market.streams('transaction')).toHaveLength(1);
  });

  test('is rejected for accounts pending deletion, as buyer or seller [L-045]', async () => {
    await market.accounts.send(buyer.id, { type: 'RequestDeletion' }, market.context(buyer));
    expect(await purchase()).toMatchObject({ error: { code: 'accountNotActive' } });
    await market.accounts.send(seller.id, { type: 'RequestDeletion' }, market.context(seller));
    expect(await purchase(await member('other'))).toMatchObject({ error: { code: 'sellerAway' } });
  });
});

describe('the checkout', () => {
  test('is opened before events are written; if the provider fails, none is [L-049]', async () => {
    const id = await bought();
    market.payments.down = true;
    expect(await setShipping(id)).toEqual({ ok: false, error: { code: 'paymentUnavailable' } });
    expect(await market.typesOf(`transaction-${id}`)).toEqual(['TransactionCreated']);
    market.payments.down = false;
    expect(await setShipping(id)).toMatchObject({ ok: true });
    expect(await market.typesOf(`transaction-${id}`)).toEqual(['TransactionCreated', 'ShippingSet', 'CheckoutOpened']);
  });

  test('of a silent provider is reported unavailable in time; a retry finds what it did', async () => {
    const id = await bought();
    market.payments.silent = true;
    expect(await setShipping(id, 'Netherlands', 'ship-1')).toEqual({
      ok: false,
      error: { code: 'paymentUnavailable' },
    });
    expect(await market.typesOf(`transaction-${id}`)).toEqual(['TransactionCreated']);
    market.payments.release();
    expect(await setShipping(id, 'Netherlands', 'ship-1')).toMatchObject({
      ok: true,
      value: { checkoutUrl: `https://provider.example/cs_${id}_1` },
    });
    expect(new Set(market.payments.opened)).toEqual(new Set([`cs_${id}_1`]));
    expect(await market.typesOf(`transaction-${id}`)).toEqual(['TransactionCreated', 'ShippingSet', 'CheckoutOpened']);
  });

  test('that is open is checked or ended within the buyer’s maximum wait', async () => {
    const id = await bought();
    await setShipping(id);
    market.payments.silent = true;
    const unavailable = { ok: false, error: { code: 'paymentUnavailable' } };
    expect(await market.sales.initiatePayment(id, market.context(buyer))).toEqual(unavailable);
    expect(await setShipping(id, 'Germany')).toEqual(unavailable);
    expect(market.payments.opened).toEqual([`cs_${id}_1`]);
    market.payments.release();
    expect(await setShipping(id, 'Germany')).toMatchObject({
      ok: true,
      value: { checkoutUrl: expect.stringMatching(/_2$/) },
    });
  });

  test('that the domain would reject is never opened at the provider', async () => {
    const id = await bought();
    market.clock.advance(31 * MINUTE);
    market.payments.down = true;
    expect(await setShipping(id)).toMatchObject({
      error: { code: expect.not.stringMatching('paymentUnavailable') },
    });
  });

  test('is the same one for the same attempt after a crash between provider and store', async () => {
    const id = await bought();
    market.killBefore('transaction');
    await expect(setShipping(id)).rejects.toThrow(Killed);
    const opened = await setShipping(id);
    expect(opened).toMatchObject({ ok: true, value: { checkoutUrl: `https://provider.example/cs_${id}_1` } });
  });

  test('expires before a corrected address opens a new one [L-051]', async () => {
    const id = await bought();
    await setShipping(id);
    expect(await setShipping(id, 'Germany')).toMatchObject({
      ok: true,
      value: { checkoutUrl: expect.stringMatching(/_2$/) },
    });
    expect(market.payments.expired).toEqual([`cs_${id}_1`]);
  });

  test.each(['paid', 'processing'] as const)('keeps its address while it is %s', async (state) => {
    const id = await bought();
    await setShipping(id);
    const paid = { state: 'paid', paymentId: 'p', captured: 5825, currency: 'EUR' } as const;
    market.payments.checkouts.set(`cs_${id}_1`, state === 'paid' ? paid : { state });
    expect(await setShipping(id, 'Germany')).toEqual({ ok: false, error: { code: 'paymentUnderWay' } });
    expect(await market.sales.initiatePayment(id, market.context(buyer))).toMatchObject({
      error: { code: 'paymentUnderWay' },
    });
  });

  test('is opened again if an address correction ended the old one without opening a new one', async () => {
    const id = await bought();
    await setShipping(id);
    const { openCheckout } = market.payments;
    market.payments.openCheckout = () => Promise.reject(new ProviderUnavailable('down'));
    expect(await setShipping(id, 'Germany')).toMatchObject({ error: { code: 'paymentUnavailable' } });
    market.payments.openCheckout = openCheckout;
    market.payments.checkouts.set(`cs_${id}_1`, { state: 'expired' });
    const pay = () => market.sales.initiatePayment(id, market.context(buyer));
    const second = { ok: true, value: { checkoutUrl: `https://provider.example/cs_${id}_2` } };
    expect(await Promise.all([pay(), pay()])).toMatchObject([second, second]);
    expect(await pay()).toMatchObject(second);
    const types = await market.typesOf(`transaction-${id}`);
    expect(types.slice(2)).toEqual(['CheckoutOpened', 'CheckoutOpened']);
  });

  test('is neither opened nor returned while the seller is suspended and cannot ship', async () => {
    const unaddressed = await bought();
    listing = await publish();
    const standing = await bought();
    await setShipping(standing);
    const staff = { id: 'c'.repeat(32), role: 'staff' } as const;
    const suspend = { type: 'SuspendAccount', by: staff, reason: 'casts' } as const;
    expect((await market.accounts.send(seller.id, suspend, market.context(staff))).ok).toBe(true);
    const away = { ok: false, error: { code: 'sellerAway' } };
    expect(await setShipping(unaddressed)).toEqual(away);
    expect(await setShipping(standing, 'Germany')).toEqual(away);
    expect(await market.sales.initiatePayment(standing, market.context(buyer))).toEqual(away);
    expect(market.payments.opened).toEqual([`cs_${standing}_1`]);
    expect(market.payments.expired).toEqual([]);
  });

  test('is not opened twice by a repeated command', async () => {
    const id = await bought();
    const first = await setShipping(id, 'Netherlands', 'ship-1');
    expect(await setShipping(id, 'Netherlands', 'ship-1')).toMatchObject(first);
    expect(market.payments.expired).toEqual([]);
  });
});
