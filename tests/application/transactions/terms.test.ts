import { expect, test, vi } from 'vitest';
import type { DomainEvent } from '#domain/events.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import type { Terms } from '#domain/transactions/terms/terms.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { FIRST, SECOND, THIRD } from '#tests/support/threePolicies.ts';
import { memoryMarket } from '../memoryMarket.ts';

vi.mock('#domain/transactions/terms/versions.ts', () => import('#tests/support/threePolicies.ts'));

const PRICE = 4_000;
const ADDRESS = {
  fullName: 'Ada',
  streetAddress1: 'Lange Straat 1',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 AA',
};

const openMarket = async () => {
  const market = memoryMarket();
  const member = async (username: string): Promise<Actor> => {
    const person = { username, email: `${username}@example.com`, password: 'Correct-horse1!', country: 'Netherlands' };
    const registered = await market.accounts.register(person, market.context(SYSTEM));
    if (!registered.ok) throw new Error(registered.error.code);
    return { id: registered.value.accountId, role: 'member' };
  };
  const [seller, buyer] = [await member('seller'), await member('buyer')];
  /** A transaction that began under this version of the terms and waits for its address. */
  const begunUnder = async (policy: Terms): Promise<string> => {
    const id = newId();
    const at = market.clock.now();
    const begun = {
      type: 'TransactionCreated' as const,
      data: {
        at,
        id,
        transactionId: 'TX7K2M9QPD',
        listingId: 'a'.repeat(32),
        buyerId: buyer.id,
        sellerId: seller.id,
        item: { title: 'Dragon', images: [] },
        amount: PRICE,
        fee: platformFee(PRICE, policy),
        sellerCountry: 'Netherlands',
        windowEndsAt: at + policy.paymentWindow,
        policyVersion: policy.version,
      },
    } satisfies DomainEvent;
    await market.journal.append(`transaction-${id}`, [begun], { revision: 'none', hash: null }, market.context(buyer));
    return id;
  };
  const setShipping = (id: string, sums: object, country = 'Netherlands') =>
    market.sales.setShipping(id, { address: { ...ADDRESS, country }, sums }, market.context(buyer));
  return { market, begunUnder, setShipping };
};

test.each([
  ['first', FIRST, { platformFee: 2.75, shippingCost: 5, totalAmount: 47.75 }],
  ['second', SECOND, { platformFee: 3.75, shippingCost: 5, totalAmount: 48.75 }],
  ['third', THIRD, { platformFee: 4.55, shippingCost: 5, totalAmount: 49.55 }],
] as const)(
  'charges the sums promised under the %s of three versions of the terms [L-007]',
  async (_, policy, sums) => {
    const { market, begunUnder, setShipping } = await openMarket();
    const id = await begunUnder(policy);
    expect(await setShipping(id, { ...sums, totalAmount: sums.totalAmount + 1 })).toMatchObject({
      error: { code: 'quoteChanged', quote: { amount: 40, ...sums } },
    });
    expect(await setShipping(id, sums)).toMatchObject({ ok: true });
    const { state } = await market.repository.transactions.load(id);
    expect(state.total).toBe(Math.round(sums.totalAmount * 100));
  },
);

test('keeps a zone open for transactions that began before later terms closed it [L-006] [L-007]', async () => {
  const { begunUnder, setShipping } = await openMarket();
  expect(await setShipping(await begunUnder(FIRST), {}, 'Japan')).toMatchObject({ ok: true });
  expect(await setShipping(await begunUnder(THIRD), {}, 'Japan')).toMatchObject({
    error: { code: 'countryNotOffered' },
  });
});
