import { beforeEach, describe, expect, test } from 'vitest';
import { priceProposalCommands } from '#application/priceProposals.ts';
import { KEPT_FOR_BUYER } from '#domain/listings/proposalPolicy.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { Killed, type MemoryMarket, memoryMarket } from './memoryMarket.ts';
import { granted, joined, published } from './trading.ts';

let market: MemoryMarket;
let seller: Actor;
let buyer: Actor;
let other: Actor;
let listing: string;

const proposals = () => priceProposalCommands(market);
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
  test('is the amount of its buyer’s sale, from which fee and total come; nobody else can buy', async () => {
    granted(await accept(await propose(4_000), 4_000));
    expect(await buy(other, 50)).toEqual({ ok: false, error: { code: 'listingPromised' } });
    expect(await buy(buyer, 50)).toMatchObject({ ok: false, error: { code: 'priceChanged', quote: { amount: 40 } } });
    const { sale } = granted(await buy(buyer, 40));
    expect([sale.amount, sale.fee]).toEqual([4_000, 275]);
  });

  test('is still the amount when the process dies after the reservation and the same purchase comes again', async () => {
    granted(await accept(await propose(4_000), 4_000));
    const command = '0190f0f0-0000-7000-8000-000000000001';
    market.clock.advance(KEPT_FOR_BUYER - MINUTE);
    market.killBefore('transaction');
    await expect(buy(buyer, 40, command)).rejects.toThrow(Killed);
    market.clock.advance(2 * MINUTE);
    expect(granted(await buy(buyer, 40, command)).sale.amount).toBe(4_000);
  });

  test('holds for as long as it was promised, and no longer', async () => {
    granted(await accept(await propose(4_000), 4_000));
    market.clock.advance(KEPT_FOR_BUYER);
    expect(await buy(buyer, 40)).toMatchObject({ ok: false, error: { code: 'priceChanged', quote: { amount: 50 } } });
    expect(granted(await buy(other, 50)).sale.amount).toBe(5_000);
  });
});

describe('at the same moment', () => {
  test('of an acceptance and a purchase by somebody else one comes about', async () => {
    const proposal = await propose(4_000);
    const [accepted, bought] = await Promise.all([accept(proposal, 4_000), buy(other, 50)]);
    expect([accepted.ok, bought.ok].filter(Boolean)).toHaveLength(1);
    const refusal = [accepted, bought].flatMap((outcome) => (outcome.ok ? [] : [outcome.error.code]));
    expect(['listingReserved', 'listingPromised']).toContain(refusal[0]);
  });

  test('of an acceptance and a withdrawal the one that comes first decides, and the other is told', async () => {
    const proposalId = await propose(4_000);
    const outcomes = await Promise.all([
      proposals().withdraw({ listingId: listing, proposalId }, market.context(buyer)),
      accept(proposalId, 4_000),
    ]);
    const types = await typesAfterPublishing();
    // accepted first, it can be taken back all the same
    expect(types.at(-1)).toBe('PriceProposalEnded');
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(types.length - 1);
  });

  test('of ten proposals of one buyer three are kept', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => proposals().propose(listing, 1_000 + n, market.context(buyer))),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await typesAfterPublishing()).toEqual(['PriceProposed', 'PriceProposed', 'PriceProposed']);
  });
});

test('the same call twice is one proposal, and one acceptance', async () => {
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

test('who has blocked the other, and whom they have blocked, agree on nothing', async () => {
  const proposal = await propose(4_000);
  await market.accounts.send(seller.id, { type: 'BlockAccount', accountId: buyer.id }, market.context(seller));
  expect(await proposals().propose(listing, 4_100, market.context(buyer))).toEqual({
    ok: false,
    error: { code: 'proposerBlocked' },
  });
  expect(await accept(proposal, 4_000)).toEqual({ ok: false, error: { code: 'proposerBlocked' } });
});
