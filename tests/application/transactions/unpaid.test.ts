import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, SYSTEM } from '#domain/shared/actor.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import { MOST_UNPAID } from '#domain/transactions/unpaidPurchases/limits.ts';
import { Killed, type MemoryMarket, memoryMarket } from '../memoryMarket.ts';
import { granted, joined, published } from '../trading.ts';

let market: MemoryMarket;
let seller: Actor;
let buyer: Actor;
let listings: string[];

const member = (username: string): Promise<Actor> => joined(market, username);
const publish = (): Promise<string> => published(market, seller);
const purchase = (n: number, { by = buyer, commandId = undefined as string | undefined } = {}) =>
  market.sales.buy({ listing: listings[n]!, seller: seller.id, amount: 50 }, market.context(by, commandId));
const bought = async (n: number): Promise<string> => granted(await purchase(n)).id;
const open = async () => (await market.repository.unpaidPurchases.load(buyer.id)).state.open.length;
const reservations = async () => {
  const states = await Promise.all(listings.map((id) => market.repository.listings.load(id)));
  return states.filter(({ state }) => state.reservation).length;
};
const cancel = (id: string, by = buyer) =>
  market.sales.act(
    id,
    { type: 'Cancel', reason: by === seller ? 'SHIPPING_ISSUES' : null, otherReason: null },
    market.context(by),
  );

beforeEach(async () => {
  market = memoryMarket();
  [seller, buyer] = [await member('seller'), await member('buyer')];
  await market.accounts.send(seller.id, { type: 'AcceptSellerTerms' }, market.context(seller));
  listings = await Promise.all(Array.from({ length: 6 }, publish));
});

describe('the limit of unpaid purchases', () => {
  test('allows three and rejects the fourth with the time when it is possible again', async () => {
    for (const n of [0, 1, 2]) await bought(n);
    market.clock.advance(10 * MINUTE);
    const possibleAt = new Date(market.clock.now() + 20 * MINUTE).toISOString();
    expect(await purchase(3)).toEqual({
      ok: false,
      error: { code: 'tooManyUnpaid', wait: 20 * MINUTE, possibleAt },
    });
    expect(await reservations()).toBe(MOST_UNPAID);
    expect(await purchase(3, { by: await member('other') })).toMatchObject({ ok: true });
  });

  test('holds for six concurrent purchases', async () => {
    const outcomes = await Promise.all(listings.map((_, n) => purchase(n)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(MOST_UNPAID);
    expect(await reservations()).toBe(MOST_UNPAID);
    expect(await open()).toBe(MOST_UNPAID);
  });

  test('does not count a listing that another buyer gets, before or at the same moment', async () => {
    const rival = await member('rival');
    await Promise.all([purchase(0), purchase(0, { by: rival })]);
    await purchase(1, { by: rival });
    expect(await purchase(1)).toMatchObject({ error: { code: 'listingReserved' } });
    const { state } = await market.repository.listings.load(listings[0]!);
    expect(await open()).toBe(state.reservation?.buyerId === buyer.id ? 1 : 0);
  });

  test('checks the transactions themselves if the policy is late', async () => {
    const [first] = [await bought(0), await bought(1), await bought(2)];
    expect(await cancel(first)).toMatchObject({ ok: true });
    expect(await purchase(3)).toMatchObject({ ok: true });
    expect(await market.typesOf(`buyer-${buyer.id}`)).toEqual([
      ...Array.from({ length: 3 }, () => 'PurchaseBegun'),
      'PurchaseAbandoned',
      'PurchaseBegun',
    ]);
    expect((await market.repository.unpaidPurchases.load(buyer.id)).state.blocks[listings[0]!]).toEqual({
      times: 1,
      until: market.clock.now() + HOUR,
    });
  });

  test('does not count a cancellation by the seller against the buyer', async () => {
    const [first] = [await bought(0), await bought(1), await bought(2)];
    await cancel(first, seller);
    expect(await purchase(3)).toMatchObject({ ok: true });
    expect((await market.repository.unpaidPurchases.load(buyer.id)).state.blocks).toEqual({});
  });
});

describe('a crash', () => {
  test.each(['listing', 'transaction'])(
    'before writing to the %s is repaired by repeating the command',
    async (category) => {
      market.killBefore(category);
      await expect(purchase(0, { commandId: 'buy-1' })).rejects.toThrow(Killed);
      expect(await open()).toBe(1);
      expect(await purchase(0, { commandId: 'buy-1' })).toMatchObject({ ok: true });
      expect([await open(), await reservations()]).toEqual([1, 1]);
    },
  );

  test('followed by a retry after the purchase was dropped reserves nothing', async () => {
    market.killBefore('listing');
    await expect(purchase(0, { commandId: 'buy-1' })).rejects.toThrow(Killed);
    const transactionId = (await market.repository.unpaidPurchases.load(buyer.id)).state.open[0]?.transactionId ?? '';
    const end = { type: 'EndPurchase', transactionId, end: 'dropped' } as const;
    await market.repository.unpaidPurchases.send(buyer.id, end, market.context(SYSTEM));
    expect(await purchase(0, { commandId: 'buy-1' })).toMatchObject({ error: { code: 'listingNotAvailable' } });
    expect([await open(), await reservations()]).toEqual([0, 0]);
  });
});
