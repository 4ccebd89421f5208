import { beforeEach, describe, expect, test } from 'vitest';
import { priceOfferCommands } from '#application/listings/priceOffers.ts';
import { KEPT_FOR_BUYER } from '#domain/listings/limits.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { MOST_UNPAID } from '#domain/transactions/unpaidPurchases/limits.ts';
import { Killed, type MemoryMarket, memoryMarket } from '../memoryMarket.ts';
import { granted, joined, published } from '../trading.ts';

let market: MemoryMarket;
let seller: Actor;
let buyer: Actor;
let other: Actor;
let listing: string;

const proposals = () => priceOfferCommands(market);
const propose = async (price: number, by = buyer) =>
  granted(await proposals().propose(listing, price, market.context(by))).id;
const accept = (proposalId: string, price: number, by = seller) =>
  proposals().accept({ listingId: listing, proposalId }, price, market.context(by));
const buy = (by: Actor, amount: number, commandId?: string) =>
  market.sales.buy({ listing, seller: seller.id, amount }, market.context(by, commandId));
const typesAfterPublishing = async () => (await market.typesOf(`listing-${listing}`)).slice(1);

beforeEach(async () => {
  market = memoryMarket();
  [seller, buyer, other] = [
    await joined(market, 'seller'),
    await joined(market, 'buyer'),
    await joined(market, 'other'),
  ];
  await market.accounts.send(seller.id, { type: 'AcceptSellerTerms' }, market.context(seller));
  listing = await published(market, seller);
});

describe('an agreed price', () => {
  test('is the amount of its buyer’s transaction, fee and total included; nobody else can buy', async () => {
    granted(await accept(await propose(4_000), 4_000));
    expect(await buy(other, 50)).toEqual({ ok: false, error: { code: 'listingPromised' } });
    expect(await buy(buyer, 50)).toMatchObject({ ok: false, error: { code: 'priceChanged', quote: { amount: 40 } } });
    const { sale: transaction } = granted(await buy(buyer, 40));
    expect([transaction.amount, transaction.fee]).toEqual([4_000, 275]);
  });

  test('stays the amount when the purchase is retried after a crash', async () => {
    granted(await accept(await propose(4_000), 4_000));
    const command = '0190f0f0-0000-7000-8000-000000000001';
    market.clock.advance(KEPT_FOR_BUYER - MINUTE);
    market.killBefore('transaction');
    await expect(buy(buyer, 40, command)).rejects.toThrow(Killed);
    market.clock.advance(2 * MINUTE);
    expect(granted(await buy(buyer, 40, command)).sale.amount).toBe(4_000);
  });

  test('holds exactly as long as promised', async () => {
    granted(await accept(await propose(4_000), 4_000));
    market.clock.advance(KEPT_FOR_BUYER);
    expect(await buy(buyer, 40)).toMatchObject({ ok: false, error: { code: 'priceChanged', quote: { amount: 50 } } });
    expect(granted(await buy(other, 50)).sale.amount).toBe(5_000);
  });
});

describe('a seller’s change after an agreement', () => {
  const RATES = { domestic: 500, continental: 1_500, international: 3_000 };
  const raiseRates = async () => {
    const high = { domestic: 10_000, continental: 10_000, international: 10_000 };
    granted(await market.accounts.send(seller.id, { type: 'SetShippingRates', ...high }, market.context(seller)));
  };
  const move = async (country: string) => {
    const profile = { type: 'UpdateProfile', fullName: 'Sam Seller', country } as const;
    granted(await market.accounts.send(seller.id, profile, market.context(seller)));
  };
  const quoted = async (by: Actor, transactionId?: string) => {
    const about = { sellerId: seller.id, listingId: listing, transactionId };
    return granted(await market.sales.quoteShipping(about, 'Germany', market.context(by))).cost;
  };

  test('does not affect the agreed shipping rates, before and in the purchase', async () => {
    granted(await accept(await propose(3_000), 3_000));
    await raiseRates();
    expect([await quoted(buyer), await quoted(other)]).toEqual([1_500, 10_000]);
    const refused = await buy(buyer, 50);
    expect(refused).toMatchObject({ error: { code: 'priceChanged', quote: { amount: 30, shippingCost: 5 } } });
    const { id, sale: transaction } = granted(await buy(buyer, 30));
    expect(transaction.rates).toEqual(RATES);
    expect(await quoted(buyer, id)).toBe(1_500);
  });

  test('does not affect the agreed country of dispatch', async () => {
    granted(await accept(await propose(3_000), 3_000));
    await move('Spain');
    expect(granted(await buy(buyer, 30)).sale).toMatchObject({ sellerCountry: 'Netherlands', rates: RATES });
  });

  test('applies once the agreement has ended', async () => {
    granted(await accept(await propose(3_000), 3_000));
    await raiseRates();
    market.clock.advance(KEPT_FOR_BUYER);
    expect(await quoted(buyer)).toBe(10_000);
    expect(granted(await buy(other, 50)).sale.rates?.domestic).toBe(10_000);
  });

  test('does not affect the rates when the purchase is retried after a crash', async () => {
    granted(await accept(await propose(3_000), 3_000));
    await raiseRates();
    market.clock.advance(KEPT_FOR_BUYER - MINUTE);
    market.killBefore('transaction');
    const command = '0190f0f0-0000-7000-8000-000000000001';
    await expect(buy(buyer, 30, command)).rejects.toThrow(Killed);
    market.clock.advance(2 * MINUTE);
    expect(granted(await buy(buyer, 30, command)).sale.rates).toEqual(RATES);
  });
});

describe('an agreement counts as an unpaid purchase', () => {
  /** Price offers by the buyer on this many listings. */
  const offers = async (count: number) => {
    const all: { listingId: string; proposalId: string }[] = [];
    for (let n = 0; n < count; n++) {
      const listingId = await published(market, seller);
      const made = await proposals().propose(listingId, 4_000, market.context(buyer));
      all.push({ listingId, proposalId: granted(made).id });
    }
    return all;
  };
  const agree = (towards: { listingId: string; proposalId: string }, commandId?: string) =>
    proposals().accept(towards, 4_000, market.context(seller, commandId));
  const stateOfBuyer = async () => (await market.repository.unpaidPurchases.load(buyer.id)).state;

  test('so a seller cannot accept while the buyer holds three, and the offer stays open', async () => {
    const made = await offers(4);
    for (const towards of made.slice(0, MOST_UNPAID)) granted(await agree(towards));
    expect(await agree(made[3]!)).toEqual({ ok: false, error: { code: 'buyerCannotBuy' } });
    const { proposals: open } = (await market.repository.listings.load(made[3]!.listingId)).state;
    expect(open).toMatchObject([{ stage: 'proposed' }]);
    market.clock.advance(KEPT_FOR_BUYER);
    expect(await agree(made[3]!)).toMatchObject({ ok: true });
  });

  test('together with purchases, which the buyer learns when accepting or buying', async () => {
    const made = await offers(3);
    for (const towards of made.slice(0, 2)) granted(await agree(towards));
    granted(await buy(buyer, 50));
    const [third] = made.slice(2);
    granted(await proposals().counter(third!, 4_500, market.context(seller)));
    const accepted = await proposals().accept(third!, 4_500, market.context(buyer));
    expect(accepted).toMatchObject({ error: { code: 'tooManyUnpaid' } });
  });

  test('and is the same one as the purchase that follows', async () => {
    const made = await offers(3);
    for (const towards of made) granted(await agree(towards));
    const { listingId } = made[0]!;
    const bought = await market.sales.buy({ listing: listingId, seller: seller.id, amount: 40 }, market.context(buyer));
    expect(bought).toMatchObject({ ok: true });
    expect(await buy(buyer, 50)).toMatchObject({ error: { code: 'tooManyUnpaid' } });
  });

  test('so three of six concurrent acceptances succeed', async () => {
    const made = await offers(6);
    const outcomes = await Promise.all(made.map((towards) => agree(towards)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(MOST_UNPAID);
    expect((await stateOfBuyer()).agreements).toHaveLength(MOST_UNPAID);
  });

  test('unless its acceptance is rejected', async () => {
    const [towards] = await offers(1);
    await market.accounts.send(seller.id, { type: 'BlockAccount', accountId: buyer.id }, market.context(seller));
    expect(await agree(towards!)).toMatchObject({ error: { code: 'proposerBlocked' } });
    expect(await market.typesOf(`buyer-${buyer.id}`)).toEqual([]);
    expect((await stateOfBuyer()).agreements).toEqual([]);
  });

  test('also after a crash: the same command continues', async () => {
    const [towards] = await offers(1);
    market.killBefore('listing');
    await expect(agree(towards!, 'accept-1')).rejects.toThrow(Killed);
    expect((await stateOfBuyer()).agreements).toHaveLength(1);
    expect(await agree(towards!, 'accept-1')).toMatchObject({ ok: true });
    expect((await stateOfBuyer()).agreements).toHaveLength(1);
  });

  test('but a failed one is dropped when the buyer reaches the limit', async () => {
    const made = await offers(4);
    market.killBefore('listing');
    await expect(agree(made[0]!)).rejects.toThrow(Killed);
    market.clock.advance(2 * MINUTE);
    for (const towards of made.slice(1)) granted(await agree(towards));
    expect((await stateOfBuyer()).agreements.map(({ proposalId }) => proposalId)).toEqual(
      made.slice(1).map(({ proposalId }) => proposalId),
    );
  });
});

describe('concurrent commands', () => {
  test('let either an acceptance or another buyer’s purchase succeed', async () => {
    const proposal = await propose(4_000);
    const [accepted, bought] = await Promise.all([accept(proposal, 4_000), buy(other, 50)]);
    expect([accepted.ok, bought.ok].filter(Boolean)).toHaveLength(1);
    const refusal = [accepted, bought].flatMap((outcome) => (outcome.ok ? [] : [outcome.error.code]));
    expect(['listingReserved', 'listingPromised']).toContain(refusal[0]);
  });

  test('let the first of acceptance and withdrawal succeed, and tell the other', async () => {
    const proposalId = await propose(4_000);
    const outcomes = await Promise.all([
      proposals().withdraw({ listingId: listing, proposalId }, market.context(buyer)),
      accept(proposalId, 4_000),
    ]);
    const types = await typesAfterPublishing();
    // an offer accepted first can still be withdrawn
    expect(types.at(-1)).toBe('PriceProposalEnded');
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(types.length - 1);
  });

  test('keep three of ten offers by one buyer', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => proposals().propose(listing, 1_000 + n, market.context(buyer))),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await typesAfterPublishing()).toEqual(['PriceProposed', 'PriceProposed', 'PriceProposed']);
  });
});

test('create one offer and one acceptance for a repeated call', async () => {
  const context = market.context(buyer);
  const [first, second] = [
    granted(await proposals().propose(listing, 4_000, context)),
    granted(await proposals().propose(listing, 4_000, context)),
  ];
  expect(second).toEqual(first);
  granted(await accept(first.id, 4_000));
  granted(await accept(first.id, 4_000));
  expect(await typesAfterPublishing()).toEqual(['PriceProposed', 'PriceProposalAccepted']);
});

test('reject an agreement between members who block each other', async () => {
  const proposal = await propose(4_000);
  await market.accounts.send(seller.id, { type: 'BlockAccount', accountId: buyer.id }, market.context(seller));
  expect(await proposals().propose(listing, 4_100, market.context(buyer))).toEqual({
    ok: false,
    error: { code: 'proposerBlocked' },
  });
  expect(await accept(proposal, 4_000)).toEqual({ ok: false, error: { code: 'proposerBlocked' } });
});
