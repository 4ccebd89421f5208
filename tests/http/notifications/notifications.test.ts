import { describe, expect, test } from 'vitest';
import { MOST_PUSHED } from '#domain/notifications/pushes.ts';
import { DAY } from '#domain/shared/instants.ts';
import { MOST_UNPAID } from '#domain/transactions/unpaidPurchases/limits.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { usePushPeer } from '#tests/support/pushPeer.ts';
import { later } from '#tests/support/tier.ts';
import { sales } from '../sale.ts';
import { talks } from '../talks.ts';

const { peer, push } = usePushPeer();
const market = useMarketplace({ push });
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
  later.test(
    'come newest first, ten a page, with the count of all unread ones [D1-384] [D1-185] [D1-176] [D1-177] [D1-178] [D1-242]',
    async () => {
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
    },
  );

  test('can be marked read, harmlessly twice; read=false leaves it out [D1-385] [D1-386]', async () => {
    const seller = await withNotifications('nseller2', 2);
    const [one] = (await list(seller)).notifications;
    for (let time = 0; time < 2; time++) expect((await seller.put(`notifications/${one._id}/read`)).status).toBe(200);
    expect((await list(seller)).notifications[0]).toMatchObject({ _id: one._id, read: true });
    const unread = await list(seller, { read: 'false' });
    expect(unread.unreadCount).toBe(1);
    expect(unread.notifications.map(({ _id }: { _id: string }) => _id)).not.toContain(one._id);
  });

  test('can all be marked read, and the path is not taken for an id [D1-387] [D1-403]', async () => {
    const seller = await withNotifications('nseller3', 2);
    expect((await seller.put('notifications/read-all')).status).toBe(200);
    expect(await list(seller)).toMatchObject({ unreadCount: 0, notifications: [{ read: true }, { read: true }] });
  });

  test('can be deleted: 204, and it is gone [D1-388]', async () => {
    const seller = await withNotifications('nseller4', 2);
    const [one, other] = (await list(seller)).notifications;
    const { status, body } = await seller.delete(`notifications/${one._id}`);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect((await list(seller)).notifications).toMatchObject([{ _id: other._id }]);
    expect((await seller.delete(`notifications/${one._id}`)).status).toBe(404);
  });

  test('cannot be read or changed by somebody else: 404 [D1-351]', async () => {
    const seller = await withNotifications('nseller5', 1);
    const [one] = (await list(seller)).notifications;
    expect((await buyer.put(`notifications/${one._id}/read`)).status).toBe(404);
    expect((await buyer.delete(`notifications/${one._id}`)).status).toBe(404);
    expect((await list(seller)).notifications).toMatchObject([{ _id: one._id, read: false }]);
    expect((await market().client().get('notifications')).status).toBe(401);
  });
});

describe('push', () => {
  const payloads = (device: string) =>
    peer()
      .taken.filter((one) => one.device === device)
      .map(({ payload }) => JSON.parse(payload));

  test('reaches the device with the notification’s text and link, until sign-out', async () => {
    const seller = await market().seller('pushseller');
    const ada = await market().member('pushbuyer');
    expect((await seller.get('user/push')).body).toEqual({
      key: push.vapid?.publicKey,
      on: false,
      silent: [],
      daily: [],
      devices: 0,
      most: MOST_PUSHED,
    });
    const device = peer().subscribe('sellers');
    const put = await seller.put('user/push', { ...device, silent: ['reviews'] });
    expect([put.status, put.body.on, put.body.silent, put.body.devices]).toEqual([200, true, ['reviews'], 1]);
    const silenced = await seller.put('user/push', { ...device, silent: ['reviews', 'sales'] });
    expect([silenced.status, silenced.body.errors]).toEqual([
      400,
      { silent: 'Push about money and deadlines cannot be off' },
    ]);
    const daily = await seller.put('user/push', { ...device, silent: ['reviews'], daily: ['messages'] });
    expect([daily.body.silent, daily.body.daily]).toEqual([['reviews'], ['messages']]);
    for (const [wanted, words] of [
      [['sales'], 'Push about money and deadlines cannot be daily'],
      [['reviews'], 'The same notification cannot be both daily and off'],
    ]) {
      const refused = await seller.put('user/push', { ...device, silent: ['reviews'], daily: wanted });
      expect([refused.status, refused.body.errors]).toEqual([400, { daily: words }]);
    }
    const { id } = await bought(ada, seller);
    const [told] = await eventually(async () => payloads('sellers').length > 0 && payloads('sellers'));
    const [rung] = (await list(seller)).notifications;
    expect(told).toEqual({ id: rung._id, text: rung.content, path: `/transaction/${id}` });
    await market().settle();
    expect(payloads('sellers')).toHaveLength(1);

    expect((await seller.delete('user/push')).status).toBe(204);
    expect((await seller.get('user/push')).body).toMatchObject({ on: false, devices: 0 });
    await seller.put('user/push', peer().subscribe('sellers'));
    expect((await seller.post('auth/logout')).status).toBe(204);
    await market().signIn(seller.email, seller.password, seller);
    await bought(ada, seller);
    await market().settle();
    expect(payloads('sellers')).toHaveLength(1);
    expect(peer().refused).toEqual([]);
  });

  later.test('sends daily kinds once a day, in one push', async () => {
    const seller = await market().seller('dailyseller');
    const ada = await market().member('dailybuyer');
    const { _id: listingId } = await market().publish(seller, { title: 'A quiet knight' });
    await seller.put('user/push', { ...peer().subscribe('daily'), daily: ['messages'] });
    const { send } = talks(market);
    await send(ada, { content: 'How tall is it?', recipientId: seller.id, listingId });
    await send(ada, { content: 'And how heavy?', recipientId: seller.id, listingId });
    await market().settle();
    expect(payloads('daily')).toEqual([]);
    await market().advance(DAY);
    await eventually(async () => payloads('daily').length > 0);
    expect(payloads('daily')).toEqual([
      {
        id: expect.stringMatching(/^digest-/),
        text: '1 new thing: 1 conversation with new messages',
        path: '/dashboard#notifications',
      },
    ]);
    await market().advance(DAY);
    await market().settle();
    expect(payloads('daily')).toHaveLength(1);
  });

  test('appears in the export of own data with its choices, without its endpoint', async () => {
    const member = await market().member('pushowndata');
    const device = peer().subscribe('owndata');
    const choice = { silent: ['reviews'], daily: ['messages'] };
    expect((await member.put('user/push', { ...device, ...choice })).status).toBe(200);
    const { body } = await member.get('user/data');
    expect(body.pushes).toEqual([choice]);
    expect(JSON.stringify(body)).not.toContain(device.endpoint);
  });

  test('is refused at its field for an unreachable service, and changes nothing', async () => {
    const member = await market().member('pushrefused');
    const good = peer().subscribe('refused');
    const bad = [
      [{ ...good, endpoint: 'https://169.254.169.254/latest' }, 'pushEndpointRefused', 'endpoint'],
      [{ ...good, endpoint: 'http://push.example.com/1' }, 'pushEndpointRefused', 'endpoint'],
      [{ ...good, keys: { ...good.keys, p256dh: 'A'.repeat(87) } }, 'pushKeysRefused', 'keys'],
    ] as const;
    for (const [body, code, field] of bad) {
      const answer = await member.put('user/push', body);
      expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([400, code, [field]]);
    }
    expect((await member.get('user/push')).body.on).toBe(false);
  });
});
