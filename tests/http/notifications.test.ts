import { describe, expect, test } from 'vitest';
import { MOST_UNPAID } from '#domain/buyers/policy.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from './sale.ts';

const market = useMarketplace();
const { bought } = sales(market);
let buyer: Member;

const withNotifications = async (name: string, count: number): Promise<Member> => {
  const seller = await market().seller(name);
  for (let n = 0; n < count; n++) {
    if (n % MOST_UNPAID === 0) buyer = await market().member(`${name}buyer${n}`);
    await bought(buyer, seller);
  }
  await market().settle();
  return seller;
};
const list = async (account: Member, query: Record<string, string> = {}) =>
  (await account.get('notifications', query)).body;

describe('notifications', () => {
  test('come newest first, ten a page, with the count of all unread ones [D1-384] [D1-185] [D1-176] [D1-177] [D1-178] [D1-242]', async () => {
    const seller = await withNotifications('nseller1', 11);
    const first = await list(seller);
    expect(first.notifications).toHaveLength(10);
    expect(first).toMatchObject({ pagination: { hasMore: true, currentPage: 1 }, unreadCount: 11 });
    expect(first.notifications[0]).toMatchObject({
      type: 'sale',
      read: false,
      content: expect.any(String),
      sender: { _id: buyer.id },
      transaction: { _id: expect.any(String) },
      listing: expect.any(String),
    });
    const times = first.notifications.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(await list(seller, { page: '2' })).toMatchObject({ pagination: { hasMore: false, currentPage: 2 } });
  });

  test('one is marked read, twice is harmless; read=false leaves it out [D1-385] [D1-386]', async () => {
    const seller = await withNotifications('nseller2', 2);
    const [one] = (await list(seller)).notifications;
    for (let time = 0; time < 2; time++) expect((await seller.put(`notifications/${one._id}/read`)).status).toBe(200);
    expect((await list(seller)).notifications[0]).toMatchObject({ _id: one._id, read: true });
    const unread = await list(seller, { read: 'false' });
    expect(unread.unreadCount).toBe(1);
    expect(unread.notifications.map(({ _id }: { _id: string }) => _id)).not.toContain(one._id);
  });

  test('all are marked read, and the path is not taken for an id [D1-387] [D1-403]', async () => {
    const seller = await withNotifications('nseller3', 2);
    expect((await seller.put('notifications/read-all')).status).toBe(200);
    expect(await list(seller)).toMatchObject({ unreadCount: 0, notifications: [{ read: true }, { read: true }] });
  });

  test('one is deleted: 204, and it is gone [D1-388]', async () => {
    const seller = await withNotifications('nseller4', 2);
    const [one, other] = (await list(seller)).notifications;
    const { status, body } = await seller.delete(`notifications/${one._id}`);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect((await list(seller)).notifications).toMatchObject([{ _id: other._id }]);
    expect((await seller.delete(`notifications/${one._id}`)).status).toBe(404);
  });

  test('somebody else’s can be neither read nor changed: 404 [D1-351]', async () => {
    const seller = await withNotifications('nseller5', 1);
    const [one] = (await list(seller)).notifications;
    expect((await buyer.put(`notifications/${one._id}/read`)).status).toBe(404);
    expect((await buyer.delete(`notifications/${one._id}`)).status).toBe(404);
    expect((await list(seller)).notifications).toMatchObject([{ _id: one._id, read: false }]);
    expect((await market().client().get('notifications')).status).toBe(401);
  });
});
