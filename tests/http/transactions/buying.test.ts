import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';
import { ADDRESS, sales } from '../sale.ts';

const market = useMarketplace();
const { offer, bought, checkout, becomes, paid } = sales(market);
let buyer: Member;
let seller: Member;
let buyers = 0;
beforeAll(async () => {
  seller = await market().seller('seller1');
});
// one buyer per test, because unpaid purchases are limited
beforeEach(async () => {
  buyer = await market().member(`buyer${++buyers}`);
});

const purchase = (listing: string, change: object = {}) => ({
  listing,
  amount: 50,
  seller: seller.id,
  status: 'CREATED',
  paymentDetails: { provider: 'x' },
  ...change,
});

later.describe('unpaid purchases', () => {
  const MINUTE = 60_000;

  test('are limited to three at once, until one is paid or cancelled', async () => {
    const collector = await market().member('collector');
    const [first] = [await bought(collector, seller), await bought(collector, seller), await bought(collector, seller)];
    const { _id } = await offer(seller);
    await seller.get(`listings/${_id}`); // it waits until everybody can see it
    const { status, body } = await collector.post('transaction', purchase(_id));
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'tooManyUnpaid' });
    expect(body.message).toMatch(
      /^You have 3 unpaid purchases, including agreed prices\. Please pay or cancel one of them first, or try again in (29|30) minutes\.$/,
    );
    expect(Date.parse(body.possibleAt)).toBeGreaterThan(0);
    expect((await collector.get(`listings/${_id}`)).body.notYet).toEqual({
      message: body.message,
      possibleAt: body.possibleAt,
    });
    expect((await buyer.get(`listings/${_id}`)).body).not.toHaveProperty('notYet');
    expect((await buyer.get(`listings/${_id}`)).body.reserved).toBe(false);
    await collector.post(`transaction/${first.id}/cancel`);
    expect((await collector.post('transaction', purchase(_id))).status).toBe(201);
  });

  test('close an unpaid listing to that buyer alone for an hour', async () => {
    const waverer = await market().member('waverer');
    const { id, listing } = await bought(waverer, seller);
    await waverer.post(`transaction/${id}/cancel`);
    await market().settle();
    const { status, body } = await waverer.post('transaction', purchase(listing));
    expect({ status, code: body.code, message: body.message }).toEqual({
      status: 409,
      code: 'listingBlocked',
      message: 'You did not pay for this listing last time. You can buy it again in 60 minutes.',
    });
    expect((await waverer.get(`listings/${listing}`)).body.notYet).toMatchObject({ message: body.message });
    expect((await buyer.get(`listings/${listing}`)).body).not.toHaveProperty('notYet');
    await market().advance(60 * MINUTE);
    expect((await waverer.get(`listings/${listing}`)).body).not.toHaveProperty('notYet');
    expect((await waverer.post('transaction', purchase(listing))).status).toBe(201);
  });
});

describe('POST transaction', () => {
  test('creates a sale whose payment is pending, whatever the payload says [D2-290] [D2-136] [D2-137] [D2-175] [D1-008]', async () => {
    const { _id } = await offer(seller);
    const sent = purchase(_id, { status: 'COMPLETED', paymentDetails: { status: 'paid' } });
    const { status, body } = await buyer.post('transaction', sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, message: expect.any(String), transactionId: body.transaction._id });
    expect(body.transaction).toMatchObject({
      status: 'CREATED',
      amount: 50,
      platformFee: 3.25,
      shippingCost: null,
      totalAmount: 53.25,
      role: 'buyer',
      paymentDetails: { status: 'pending', metadata: { amount: { value: '53.25', currency: 'EUR' } } },
      buyer: { _id: buyer.id },
      seller: { _id: seller.id, username: 'seller1' },
      listing: { _id, title: 'A painted dragon' },
      sellerRated: false,
      reviewed: false,
    });
    expect(body.transaction.transactionId).toMatch(/^TX[2-9A-HJ-NP-Z]{8}$/);
    expect((await buyer.get(`listings/${_id}`)).body).toMatchObject({ status: 'active', reserved: true });
  });

  test('coerces the amount from text, listing and seller from numbers [D2-138]', async () => {
    const { _id } = await offer(seller);
    const unknownListing = await buyer.post('transaction', purchase(_id, { listing: 7 }));
    expect([unknownListing.status, unknownListing.body.code]).toEqual([404, 'listingNotFound']);
    const otherSeller = await buyer.post('transaction', purchase(_id, { seller: 7 }));
    expect([otherSeller.status, otherSeller.body.code]).toEqual([400, 'sellerMismatch']);
    expect((await buyer.post('transaction', purchase(_id, { amount: '50.00' }))).status).toBe(201);
  });

  test.each([
    [{ listing: '' }, 'Listing ID is required'],
    [{ amount: 0 }, 'Valid transaction amount is required'],
    [{ amount: 'much' }, 'Valid transaction amount is required'],
    [{ amount: undefined }, 'Valid transaction amount is required'],
    [{ seller: '' }, 'Seller ID is required'],
  ])('rejects a body without one of the three: %o: %s [D2-205] [D2-206] [D2-207]', async (change, message) => {
    const { status, body } = await buyer.post('transaction', purchase('0'.repeat(32), change));
    expect({ status, message: body.message }).toEqual({ status: 400, message });
  });

  test('names both missing listing and seller', async () => {
    const { body } = await buyer.post('transaction', {});
    expect(body.errors).toEqual({
      listing: 'Listing ID is required',
      amount: 'Valid transaction amount is required',
      seller: 'Seller ID is required',
    });
  });

  test('rejects your own listing [D2-204] [D1-320] [D1-347]', async () => {
    const { _id } = await offer(seller);
    const { status, body } = await seller.post('transaction', purchase(_id));
    expect({ status, message: body.message }).toEqual({ status: 403, message: 'You cannot purchase your own listing' });
    const { events } = await market().marketplace.journal.load(`listing-${_id}`);
    expect(events.map(({ type }) => type)).toEqual(['ListingPublished']);
  });

  test('answers another amount with 409 and the current total with shipping, and reserves nothing [D2-208] [D1-008] [D1-321] [D2-283] [L-046]', async () => {
    const { _id } = await offer(seller);
    for (const amount of [0.01, 49.99, 50.004, 1e12]) {
      const { status, body } = await buyer.post('transaction', purchase(_id, { amount }));
      expect(status).toBe(409);
      expect(body.quote).toEqual({ amount: 50, platformFee: 3.25, shippingCost: 5, totalAmount: 58.25 });
    }
    expect((await buyer.get(`listings/${_id}`)).body.reserved).toBe(false);
  });

  test('rejects a seller who does not sell the listing [D2-203]', async () => {
    const { _id } = await offer(seller);
    const { status, body } = await buyer.post('transaction', purchase(_id, { seller: buyer.id }));
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'Invalid seller information' });
  });

  test('gives the listing to exactly one of two concurrent buyers, and the other gets 409 [D2-291] [L-044]', async () => {
    const rivals = await Promise.all(['rival1', 'rival2', 'rival3'].map((name) => market().member(name)));
    const { _id } = await offer(seller);
    const answers = await Promise.all(rivals.map((rival) => rival.post('transaction', purchase(_id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  later.test('shows a listing’s transaction only to its buyer and seller', async () => {
    const [reserved, sold] = [await bought(buyer, seller), await paid(buyer, seller)];
    const { _id: free } = await offer(seller);
    const other = await market().member('bystander');
    for (const { id, listing } of [reserved, sold]) {
      for (const party of [buyer, seller]) expect((await party.get(`listings/${listing}`)).body.ownSale).toBe(id);
      for (const reader of [other, market().client()])
        expect((await reader.get(`listings/${listing}`)).body).not.toHaveProperty('ownSale');
    }
    expect((await seller.get(`listings/${free}`)).body).not.toHaveProperty('ownSale');
    await buyer.post(`transaction/${reserved.id}/cancel`);
    await market().settle();
    expect((await buyer.get(`listings/${reserved.listing}`)).body).not.toHaveProperty('ownSale');
  });

  test('rejects sold, archived and reserved listings [D1-008] [D2-291]', async () => {
    const { listing: reserved } = await bought(buyer, seller);
    const { listing: sold } = await paid(buyer, seller);
    const { _id: archived } = await offer(seller);
    await seller.put(`listings/${archived}`, { status: 'archived' });
    for (const listing of [reserved, sold, archived])
      expect((await buyer.post('transaction', purchase(listing))).status).toBe(409);
    expect((await buyer.post('transaction', purchase('0'.repeat(32)))).status).toBe(404);
  });

  test('blocks editing and archiving of a reserved listing until it is free [D1-268]', async () => {
    const { id, listing } = await bought(buyer, seller);
    expect((await seller.put(`listings/${listing}`, { status: 'archived' })).status).toBe(409);
    await buyer.post(`transaction/${id}/cancel`);
    await market().settle();
    expect((await seller.put(`listings/${listing}`, { status: 'archived' })).status).toBe(200);
  });

  test('buys once when repeated under the same command id', async () => {
    const { _id } = await offer(seller);
    const options = { commandId: 'buy-it-only-once' };
    const [first, again] = [
      await buyer.post('transaction', purchase(_id), options),
      await buyer.post('transaction', purchase(_id), options),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.transactionId).toBe(first.body.transactionId);
  });

  test('needs a token [D1-338]', async () =>
    expect(
      (
        await market()
          .client()
          .post('transaction', purchase('0'.repeat(32)))
      ).status,
    ).toBe(401));
});

describe('PUT transaction/{id}/shipping', () => {
  const put = (id: string, change: object = {}, by = buyer) =>
    by.put(`transaction/${id}/shipping`, { shippingAddress: ADDRESS, ...change });

  test('returns a checkout URL and PAYMENT_PENDING [D2-299] [D2-176] [D2-373]', async () => {
    const { id } = await bought(buyer, seller);
    const sums = { shippingCost: 5, platformFee: 3.25, totalAmount: 58.25 };
    const { status, body } = await put(id, sums);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: expect.any(String),
      checkoutUrl: expect.stringMatching(/^http/),
    });
    expect((await buyer.get(`transaction/${id}`)).body).toMatchObject({
      status: 'PAYMENT_PENDING',
      ...sums,
      shippingAddress: ADDRESS,
    });
  });

  test.each([{ shippingCost: 0 }, { platformFee: 0 }, { totalAmount: 1 }])(
    'rejects amount %o with 409 and its own quote, and writes nothing [D2-139]',
    async (sums) => {
      const { id } = await bought(buyer, seller);
      const { status, body } = await put(id, sums);
      expect(status).toBe(409);
      expect(body.quote).toEqual({ amount: 50, platformFee: 3.25, shippingCost: 5, totalAmount: 58.25 });
      expect((await buyer.get(`transaction/${id}`)).body).toMatchObject({ status: 'CREATED', shippingCost: null });
    },
  );

  test.each(['fullName', 'streetAddress1', 'city', 'postalCode', 'country'])('needs %s [D2-209]', async (field) => {
    const { status, body } = await put('0'.repeat(32), { shippingAddress: { ...ADDRESS, [field]: '' } });
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([`shippingAddress.${field}`]);
  });

  test('refuses a country that is not offered [D2-210]', async () => {
    const { status, body } = await put('0'.repeat(32), { shippingAddress: { ...ADDRESS, country: 'Atlantis' } });
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'We do not ship to this country' });
  });

  test('is only for the buyer; strangers learn nothing [D2-264]', async () => {
    const { id } = await bought(buyer, seller);
    expect((await put(id, {}, seller)).status).toBe(403);
    const stranger = await market().member(`stranger${Date.now() % 1e6}`);
    expect((await put(id, {}, stranger)).status).toBe(404);
  });

  later.test('corrects the address of an open checkout, whose old one can no longer be paid', async () => {
    const sold = await bought(buyer, seller);
    const old = await checkout(buyer, sold);
    const corrected = await put(sold.id, { shippingAddress: { ...ADDRESS, country: 'Germany' } });
    expect(corrected.body.checkoutUrl).not.toBe(old);
    await market().pay(old);
    await market().settle();
    expect((await buyer.get(`transaction/${sold.id}`)).body).toMatchObject({
      status: 'PAYMENT_PENDING',
      shippingCost: 15,
      totalAmount: 68.25,
    });
    await market().pay(corrected.body.checkoutUrl);
    await becomes(buyer, sold, 'AWAIT_SHIPPING');
  });

  test('returns the same checkout when repeated under the same command id', async () => {
    const { id } = await bought(buyer, seller);
    const body = { shippingAddress: ADDRESS };
    const options = { commandId: 'set-shipping-once' };
    const first = await buyer.put(`transaction/${id}/shipping`, body, options);
    const again = await buyer.put(`transaction/${id}/shipping`, body, options);
    expect(again.body.checkoutUrl).toBe(first.body.checkoutUrl);
  });

  test('writes nothing if the provider does not answer [D2-322]', async () => {
    const { id } = await bought(buyer, seller);
    market().marketplace.provider.controls.outage(true);
    const { status, body, headers } = await put(id);
    market().marketplace.provider.controls.outage(false);
    expect({ status, ...body }).toEqual({
      status: 503,
      code: 'paymentUnavailable',
      message: expect.stringMatching(/^Failed to initialize payment\. .* try again/),
    });
    expect(headers.get('retry-after')).toBe('2');
    expect((await buyer.get(`transaction/${id}`)).body).toMatchObject({ status: 'CREATED', shippingAddress: null });
    expect((await put(id)).status).toBe(200);
  });
});

describe('POST transaction/{id}/initiate-payment', () => {
  const initiate = (id: string, by = buyer) => by.post(`transaction/${id}/initiate-payment`);

  test('returns the open checkout again [D2-301]', async () => {
    const sold = await bought(buyer, seller);
    const url = await checkout(buyer, sold);
    expect((await initiate(sold.id)).body).toMatchObject({
      success: true,
      message: expect.any(String),
      checkoutUrl: url,
    });
  });

  later.test('opens a new one after a failed payment [D2-177] [D2-187]', async () => {
    const sold = await bought(buyer, seller);
    const url = await checkout(buyer, sold);
    await market().pay(url, 'failed');
    await becomes(buyer, sold, 'PAYMENT_FAILED');
    const { body } = await initiate(sold.id);
    expect(body.checkoutUrl).not.toBe(url);
    expect((await buyer.get(`transaction/${sold.id}`)).body.status).toBe('PAYMENT_PENDING');
    await market().pay(body.checkoutUrl);
    await becomes(buyer, sold, 'AWAIT_SHIPPING');
  });

  test('is refused before an address is set and after payment, with what is allowed [D2-280]', async () => {
    const { id } = await bought(buyer, seller);
    const early = await initiate(id);
    expect(early.status).toBe(409);
    expect(early.body).toMatchObject({ status: 'CREATED', allowed: expect.arrayContaining(['SetShipping', 'Cancel']) });
    const { id: done } = await paid(buyer, seller);
    expect((await initiate(done)).body).toMatchObject({ status: 'AWAIT_SHIPPING' });
  });

  test('is only for the buyer', async () => {
    const sold = await bought(buyer, seller);
    await checkout(buyer, sold);
    expect((await initiate(sold.id, seller)).status).toBe(403);
  });

  test('is too late after 30 minutes, and the listing is free again [D2-157] [D2-379]', async () => {
    const sold = await bought(buyer, seller);
    await checkout(buyer, sold);
    await market().advance(31 * 60_000);
    expect((await initiate(sold.id)).status).toBe(409);
    expect((await buyer.get(`transaction/${sold.id}`)).body.status).toBe('CANCELLED');
    await market().settle();
    expect((await market().client().get(`listings/${sold.listing}`)).body).toMatchObject({
      status: 'active',
      reserved: false,
    });
  });
});

describe('POST shipping/calculate', () => {
  const calculate = (change: object = {}) =>
    buyer.post('shipping/calculate', {
      buyerCountry: 'Netherlands',
      sellerCountry: 'Netherlands',
      sellerId: seller.id,
      ...change,
    });

  test.each([
    ['domestic', 'Netherlands', 5],
    ['continental', 'Norway', 15],
    ['continental', 'Cyprus', 15],
    ['international', 'Japan', 30],
  ])('%s: %s costs €%d [D2-302]', async (zone, buyerCountry, shippingCost) =>
    expect((await calculate({ buyerCountry })).body).toEqual({ shippingCost, zone }),
  );

  later.test('uses the seller’s own rates and country, not those from the client [D2-150]', async () => {
    const other = await market().seller('rateseller', { country: 'Germany' });
    await other.put('user/shipping-rates', { domesticRate: 3.5, continentalRate: 9.95 });
    const sent = { sellerId: other.id, sellerCountry: 'Netherlands' };
    expect((await calculate(sent)).body.shippingCost).toBe(9.95);
    expect((await calculate({ ...sent, buyerCountry: 'Germany' })).body.shippingCost).toBe(3.5);
  });

  later.test('keeps the rates of a started purchase, whatever the seller’s current ones', async () => {
    const other = await market().seller('ratechanger');
    const { id: transactionId } = await bought(buyer, other);
    const sent = { sellerId: other.id, buyerCountry: 'Germany' };
    await other.put('user/shipping-rates', { domesticRate: 5, continentalRate: 22 });
    expect((await calculate(sent)).body.shippingCost).toBe(22);
    expect((await calculate({ ...sent, transactionId })).body).toEqual({ shippingCost: 15, zone: 'continental' });
    const shippingAddress = { ...ADDRESS, country: 'Germany' };
    const put = (shippingCost: number) =>
      buyer.put(`transaction/${transactionId}/shipping`, { shippingAddress, shippingCost });
    const dearer = await put(22);
    expect([dearer.status, dearer.body.code, dearer.body.quote.shippingCost]).toEqual([409, 'quoteChanged', 15]);
    expect((await put(15)).status).toBe(200);
    expect((await buyer.get(`transaction/${transactionId}`)).body.shippingCost).toBe(15);
  });

  later.test('ignores a purchase of somebody else, and rejects one of another seller', async () => {
    const { id: transactionId } = await bought(buyer, seller);
    const [stranger, other] = [await market().member('quotestranger'), await market().seller('quoteother')];
    const asked = { buyerCountry: 'Germany', sellerId: seller.id, transactionId };
    expect((await stranger.post('shipping/calculate', asked)).status).toBe(404);
    expect((await calculate({ transactionId, sellerId: other.id })).body.code).toBe('sellerMismatch');
  });

  test('rejects an unknown seller or country', async () => {
    expect((await calculate({ sellerId: '0'.repeat(32) })).status).toBe(404);
    expect((await calculate({ listingId: '0'.repeat(32) })).status).toBe(404);
    expect((await calculate({ buyerCountry: 'Atlantis' })).status).toBe(400);
  });
});
