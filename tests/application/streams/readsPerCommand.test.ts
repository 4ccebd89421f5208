import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { openCommands } from '#application/shared/policyCommands.ts';
import { fireDeadline } from '#application/transactions/policies/deadlines.ts';
import { recordEvent } from '#application/transactions/policies/providerEvents.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { armedDeadlines } from '#domain/transactions/deadlines.ts';
import { openMemoryJobs } from '#tests/support/memoryJobs.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { type MemoryMarket, memoryMarket } from '../memoryMarket.ts';
import { ADDRESS, granted, joined, OFFER, published } from '../trading.ts';

let market: MemoryMarket;
let seller: Actor;
let buyer: Actor;
let listing: string;

const member = (username: string): Promise<Actor> => joined(market, username);

const publish = (): Promise<string> => published(market, seller);
const buy = async (commandId?: string) =>
  granted(await market.sales.buy({ listing, seller: seller.id, amount: 50 }, market.context(buyer, commandId))).id;
const setShipping = async (id: string, commandId?: string) =>
  granted(await market.sales.setShipping(id, { address: ADDRESS, sums: {} }, market.context(buyer, commandId)));
const act = async (id: string, by: Actor, request: Parameters<MemoryMarket['sales']['act']>[1]) =>
  granted(await market.sales.act(id, request, market.context(by)));

const checkedOut = async (): Promise<string> => {
  const id = await buy();
  await setShipping(id);
  return id;
};
const unexpected = () => Promise.reject(new Error('this deadline reminds of nothing'));
const commands = () => openCommands({ ...market, log: silentLog() });
const paidEvent = async (id: string) => {
  const { state } = await market.repository.transactions.load(id);
  return {
    eventId: 'evt-1',
    occurredAt: market.clock.now(),
    transactionId: id,
    kind: 'payment.paid',
    sessionId: state.checkout!.sessionId,
    paymentId: 'pay-1',
    captured: state.total!,
    currency: 'EUR',
  } as const;
};
const tell = (event: ProviderEvent) => recordEvent(event, { repository: market.repository, commands: commands() });
const paid = async (): Promise<string> => {
  const id = await checkedOut();
  await tell(await paidEvent(id));
  return id;
};

beforeEach(async () => {
  market = memoryMarket();
  [seller, buyer] = [await member('seller'), await member('buyer')];
  granted(await market.accounts.send(seller.id, { type: 'AcceptSellerTerms' }, market.context(seller)));
  listing = await publish();
});

test('reads the listing, two accounts and the buyer’s purchases when buying; the transaction is new', async () => {
  expect(await market.readsOf(() => buy())).toEqual(['account', 'account', 'buyer', 'listing']);
});

/** Number of round trips to the store: requests made before an answer arrives share one. */
const waysToTheStore = async (work: () => Promise<unknown>): Promise<number> => {
  const order: ('asked' | 'answered')[] = [];
  const { readStream } = market.store;
  const spy = vi.spyOn(market.store, 'readStream').mockImplementation(async (...args) => {
    order.push('asked');
    await nextTurn();
    const events = await readStream(...args);
    order.push('answered');
    return events;
  });
  await work();
  spy.mockRestore();
  return order.filter((said, place) => said === 'asked' && order[place - 1] !== 'asked').length;
};

test('reads in parallel when buying', async () => {
  expect(await waysToTheStore(() => buy())).toBe(1);
});

test('does not decide with the account of a seller other than the one shown', async () => {
  const other = await member('other');
  const wrong = { listing, seller: other.id, amount: 50 };
  expect(await market.sales.buy(wrong, market.context(buyer))).toMatchObject({ ok: false });
  expect(await market.typesOf(`listing-${listing}`)).toEqual(['ListingPublished']);
});

test('reads the transaction and whether its seller can ship, for shipping and repeated payment', async () => {
  const unpaid = await buy();
  expect(await market.readsOf(() => setShipping(unpaid))).toEqual(['account', 'transaction']);
  const again = () => market.sales.initiatePayment(unpaid, market.context(buyer));
  expect(await market.readsOf(again)).toEqual(['account', 'transaction']);
});

test('reads only the transaction when shipping, also through the status API', async () => {
  const id = await paid();
  const change = {
    status: 'IN_ESCROW',
    reason: null,
    otherReason: null,
    trackingCode: '3SABC123456789',
    carrier: 'PostNL',
  } as const;
  const ship = async () => granted(await market.sales.changeStatus(id, change, market.context(seller)));
  expect(await market.readsOf(ship)).toEqual(['transaction']);
});

test('reads the transaction and its seller’s account for a command that may release escrow', async () => {
  const id = await paid();
  await act(id, seller, { type: 'ConfirmShipment', trackingCode: '3SABC123456789', carrier: 'PostNL' });
  market.clock.advance(DAY);
  const deliver = () => act(id, buyer, { type: 'ConfirmDelivery' });
  expect(await market.readsOf(deliver)).toEqual(['account', 'transaction']);
});

test('reads the transaction and its seller’s account once each for a provider event or deadline', async () => {
  const id = await checkedOut();
  const event = await paidEvent(id);
  expect(await market.readsOf(() => tell(event))).toEqual(['account', 'transaction']);
  const { state } = await market.repository.transactions.load(id);
  const [first] = armedDeadlines(state).filter(({ kind }) => kind === 'shipment');
  market.clock.advance(first!.dueAt - market.clock.now());
  const fire = async () => {
    const deadlines = { due: async () => [], markReminderFired: unexpected };
    const queue = { commands: commands(), log: silentLog(), jobs: openMemoryJobs(market.clock) };
    const deps = { ...market, ...queue, deadlines, remind: unexpected };
    expect(await fireDeadline({ ...first!, transactionId: id }, deps)).toBe('fired');
  };
  expect(await market.readsOf(fire)).toEqual(['account', 'transaction']);
});

test('continues from the cached transaction for an e-mail instead of reading it in full', async () => {
  const id = await paid();
  expect(await market.repository.saleFacts(id)).toMatchObject({ captured: 5825, shippedAt: null });
  await act(id, seller, { type: 'ConfirmShipment', trackingCode: '3SABC123456789', carrier: 'PostNL' });
  const read = vi.spyOn(market.store, 'readStream');
  expect(await market.repository.saleFacts(id)).toMatchObject({ captured: 5825, shippedAt: market.clock.now() });
  const answers = await Promise.all(read.mock.results.map(({ value }) => value as Promise<StoredEvent[]>));
  expect(answers.flat().map(({ type }) => type)).toEqual(['ShipmentConfirmed']);
});

test('reads only the stream itself for a command about an account or listing', async () => {
  const profile = { type: 'UpdateProfile', fullName: 'Ada', country: 'Belgium' } as const;
  const update = async () => granted(await market.accounts.send(buyer.id, profile, market.context(buyer)));
  expect(await market.readsOf(update)).toEqual(['account']);
  const revise = async () =>
    granted(await market.listings.revise(listing, { offer: { ...OFFER, price: 6_000 } }, market.context(seller)));
  expect(await market.readsOf(revise)).toEqual(['listing']);
});

test('reads the listing, both accounts and the conversation once each for a message', async () => {
  const message = { recipientId: seller.id, listingId: listing, content: 'Is it red?', image: null };
  const write = async () => granted(await market.conversations.send(message, market.context(buyer)));
  expect(await market.readsOf(write)).toEqual(['account', 'account', 'conversation', 'listing']);
  // the listing tells whose conversation it is
  const content = 'And is it whole?';
  const again = async () => granted(await market.conversations.send({ ...message, content }, market.context(buyer)));
  expect(await waysToTheStore(again)).toBe(2);
});

test('returns the first result for a repeated purchase or shipping', async () => {
  const id = await buy('again');
  expect(await buy('again')).toBe(id);
  const first = await setShipping(id, 'shipping again');
  expect(await setShipping(id, 'shipping again')).toEqual(first);
  expect(await market.typesOf(`transaction-${id}`)).toEqual(['TransactionCreated', 'ShippingSet', 'CheckoutOpened']);
});
