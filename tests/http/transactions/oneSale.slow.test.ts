import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';
import { talks } from '../talks.ts';

const market = useMarketplace();
const { bought, checkout, becomes, paid, shipped } = sales(market);
const { send } = talks(market);
const IBAN = 'NL91ABNA0417164300';
const ID = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;
let buyer: Member;
let seller: Member;
beforeAll(async () => {
  [buyer, seller] = await Promise.all([market().member('onebuyer'), market().seller('oneseller')]);
});

const transaction = async (sold: Sold, by = buyer) => (await by.get(`transaction/${sold.id}`)).body;
const stored = () => market().marketplace.store.readAll({ limit: 100_000 });
const eventsOf = async (stream: string) => (await market().marketplace.journal.load(stream)).events;

/** Every value of an answer or an event with its path. */
const leaves = (value: unknown, name = ''): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, Array.isArray(value) ? name : key))
    : [[name, value]];

describe('a payment', () => {
  test('comes only from the provider: no request of a party marks a sale as paid [D2-009]', async () => {
    const sold = await bought(buyer, seller);
    const url = await checkout(buyer, sold);
    const path = `transaction/${sold.id}`;
    for (const by of [buyer, seller]) {
      await by.put(path, { status: 'AWAIT_SHIPPING', paymentDetails: { status: 'paid' } });
      await by.patch(`${path}/status`, { status: 'AWAIT_SHIPPING' });
      await by.post(`${path}/confirm-shipment`, { trackingCode: '3S' });
      await by.post(`${path}/confirm-delivery`);
      await by.post(`${path}/initiate-payment`);
    }
    expect(await transaction(sold)).toMatchObject({ status: 'PAYMENT_PENDING', paymentDetails: { status: 'pending' } });
    await market().pay(url);
    expect(await becomes(buyer, sold, 'AWAIT_SHIPPING')).toMatchObject({
      paymentDetails: { provider: 'simulated', status: 'paid' },
    });
  });
});

describe('euros', () => {
  test('are the only currency: another in a request is ignored, and none is returned [D2-015] [D2-375]', async () => {
    const { _id: listing } = await market().publish(seller, { price: '19.99', currency: 'USD' } as object);
    const offer = await eventually(async () => {
      const { status, body } = await buyer.get(`listings/${listing}`);
      return status === 200 && body;
    });
    expect(offer.price).toBe(19.99);
    expect(JSON.stringify(offer)).not.toMatch(/USD|currency/);
    const body = { listing, amount: 19.99, seller: seller.id, currency: 'USD', paymentDetails: { currency: 'USD' } };
    const { transactionId: id } = succeeded(await buyer.post('transaction', body), 'buying');
    const sold = { id, listing };
    await market().pay(await checkout(buyer, sold));
    const detail = await becomes(buyer, sold, 'AWAIT_SHIPPING');
    expect(detail.paymentDetails.metadata.amount).toEqual({ value: '26.74', currency: 'EUR' });
    const captured = (await eventsOf(`transaction-${id}`)).find(({ type }) => type === 'PaymentCaptured');
    expect(captured?.data).toMatchObject({ captured: 2_674 });
    const payments = await market().marketplace.db('simulated_provider.payments').where({ transaction_id: id });
    expect(payments.map(({ currency }) => currency)).toEqual(['EUR']);
  });

  test('are whole cents in every event and have at most two decimals in every answer [L-003]', async () => {
    const sold = await shipped(buyer, seller, '33.33');
    const numbers = (await eventsOf(`transaction-${sold.id}`))
      .flatMap(({ data }) => leaves(data))
      .filter(([, value]) => typeof value === 'number') as [string, number][];
    expect(numbers.map(([name]) => name)).toEqual(expect.arrayContaining(['amount', 'fee', 'captured']));
    expect(numbers.filter(([, value]) => !Number.isSafeInteger(value))).toEqual([]);
    const { amount, platformFee, shippingCost, totalAmount } = await transaction(sold);
    expect([amount, platformFee, shippingCost, totalAmount]).toEqual([33.33, 2.42, 5, 40.75]);
    for (const euros of [amount, platformFee, shippingCost, totalAmount]) expect(Number(euros.toFixed(2))).toBe(euros);
  });
});

describe('stored data', () => {
  test('uses UUIDv7 ids of 32 lower-case digits without hyphens, in order of time [L-001]', async () => {
    const [first, second] = [await bought(buyer, seller), await bought(buyer, seller)];
    for (const id of [buyer.id, seller.id, first.id, first.listing, second.id, second.listing]) expect(id).toMatch(ID);
    expect([second.id, first.id].sort()).toEqual([first.id, second.id]);
  });

  test('has a kind of stream for each aggregate, named after its id [L-008]', async () => {
    const sold = await paid(buyer, seller);
    const words = { content: 'Hello', recipientId: seller.id, listingId: sold.listing };
    succeeded(await send(buyer, words), 'a message');
    await eventually(async () => (await seller.get('notifications')).body.unreadCount > 0);
    succeeded(await seller.put('notifications/read-all', {}), 'reading');
    const firstOf: Record<string, string> = {
      AccountRegistered: 'account',
      ListingPublished: 'listing',
      TransactionCreated: 'transaction',
      ConversationStarted: 'conversation',
      AllNotificationsRead: 'inbox',
    };
    const found = new Map<string, Set<string>>();
    for (const { type, stream } of await stored()) {
      const [category, id, ...rest] = stream.split('-');
      expect([stream, rest]).toEqual([stream, []]);
      expect(id, stream).toMatch(/^[0-9a-f]+$/);
      if (firstOf[type]) found.set(type, (found.get(type) ?? new Set()).add(category as string));
    }
    for (const [type, category] of Object.entries(firstOf))
      expect([type, [...(found.get(type) ?? [])]]).toEqual([type, [category]]);
  });

  test('of a seller has rates and stars in plain text and an encrypted bank account [D2-153]', async () => {
    const { body } = await seller.get('user/profile');
    expect(body).toMatchObject({
      shippingRates: { domesticRate: 5, continentalRate: 15 },
      bankAccount: { verified: true },
    });
    expect(body).toMatchObject({ reputation: expect.any(Number), ratingCount: expect.any(Number) });
    const given = (await eventsOf(`account-${seller.id}`)).find(({ type }) => type === 'BankDetailsProvided');
    expect(given?.data).toMatchObject({ bank: { accountHolder: 'oneseller', iban: IBAN } });
    const raw = (await stored()).filter(({ stream }) => stream === `account-${seller.id}`);
    expect(raw.map(({ type }) => type)).toContain('BankDetailsProvided');
    expect(JSON.stringify(raw)).not.toContain(IBAN);
    expect(JSON.stringify(raw.filter(({ type }) => type === 'BankDetailsProvided'))).not.toContain('oneseller');
  });
});

describe('the end of a sale', () => {
  test('pays the seller’s share in euros to their account, and allows rating for 30 days [D2-008] [L-126] [D2-186]', async () => {
    const [inTime, tooLate] = [await shipped(buyer, seller), await shipped(buyer, seller)];
    for (const { id } of [inTime, tooLate])
      succeeded(await buyer.post(`transaction/${id}/confirm-delivery`), 'arrival');
    // past the payout run of the second business day and the bank’s answer
    await market().passDays(8);
    const [buyerNow, sellerNow] = [
      await market().signIn(buyer.email, buyer.password),
      await market().signIn(seller.email, seller.password),
    ];
    const state = async ({ id }: Sold) => (await sellerNow.get(`transaction/${id}`)).body.status;
    await eventually(async () => (await state(inTime)) === 'COMPLETED' && (await state(tooLate)) === 'COMPLETED');
    const sent = await market().marketplace.db('simulated_provider.payouts').where({ transaction_id: inTime.id });
    expect(sent).toHaveLength(1);
    expect([Number(sent[0].amount), sent[0].destination_ends]).toEqual([5_500, IBAN.slice(-4)]);
    const rate = ({ id }: Sold, by = buyerNow) => by.post(`user/${seller.id}/rate`, { rating: 5, transactionId: id });
    expect((await rate(inTime)).status).toBe(200);
    await market().advance(31 * DAY);
    const late = await rate(tooLate, await market().signIn(buyer.email, buyer.password));
    expect({ status: late.status, code: late.body.code }).toEqual({ status: 409, code: 'notRatable' });
  });
});
