import { expect, test } from 'vitest';
import { RATE_LIMITS } from '#infrastructure/http/rateLimits.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';
import { talks } from '../talks.ts';

const market = useMarketplace({ rateLimits: true });
const { send, publishedBy } = talks(market);
const { shipped, becomes } = sales(market);

test('a new member can start five conversations a day, even concurrently; existing conversations continue', async () => {
  const [buyer, seller] = [await market().member('nbuyer'), await market().seller('nseller')];
  const listings = await Promise.all(Array.from({ length: 7 }, () => publishedBy(seller)));
  const write = (listingId: string | undefined) =>
    send(buyer, { recipientId: seller.id, listingId, content: 'Is it still there?' });
  const replies = await Promise.all(listings.map(write));
  const [taken, refused] = [
    replies.filter(({ status }) => status === 201),
    replies.filter(({ status }) => status !== 201),
  ];
  expect(taken).toHaveLength(5);
  expect(refused[0]).toMatchObject({
    status: 429,
    body: {
      code: 'tooManyConversations',
      message: expect.stringMatching(/^You have started 5 conversations within 24 hours, .* in 24 hours\.$/),
    },
  });
  const begun = listings[replies.findIndex(({ status }) => status === 201)];
  expect((await write(begun)).status).toBe(201);
  await market().advance(24 * 60 * 60 * 1000);
  const again = await market().signIn(buyer.email, buyer.password);
  const [missed] = listings.filter((_, place) => replies[place]?.status !== 201);
  expect((await send(again, { recipientId: seller.id, listingId: missed, content: 'And now?' })).status).toBe(201);
});

test('nobody sends more than 30 messages a minute, or reports without end [D1-413]', async () => {
  const [buyer, seller] = [await market().member('lbuyer'), await market().seller('lseller')];
  const to = { recipientId: seller.id, listingId: await publishedBy(seller) };
  const [{ points }] = RATE_LIMITS.sending;
  expect(points).toBe(30);
  const statuses: number[] = [];
  for (let n = 0; n < points; n++) statuses.push((await send(buyer, { ...to, content: `message ${n}` })).status);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const refused = await send(buyer, { ...to, content: 'one too many' });
  expect(refused).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const reports: number[] = [];
  for (let n = 0; n <= RATE_LIMITS.reporting[0].points; n++)
    reports.push((await seller.post('messages/unknown/report', { reason: 'x' })).status);
  expect(reports.at(-1)).toBe(429);
  expect(new Set(reports.slice(0, -1))).toEqual(new Set([404]));
});

test('each completed sale allows five more new conversations a day', async () => {
  const [buyer, seller] = [await market().member('gbuyer'), await market().seller('gseller')];
  const sold = await shipped(buyer, seller);
  expect((await buyer.post(`transaction/${sold.id}/confirm-delivery`)).status).toBe(200);
  await market().passDays(8);
  await market().signIn(buyer.email, buyer.password, buyer);
  await becomes(buyer, sold, 'COMPLETED');
  const stranger = await market().seller('gstranger');
  const statuses: number[] = [];
  for (let begun = 0; begun < 11; begun++) {
    const to = { recipientId: stranger.id, listingId: await publishedBy(stranger) };
    statuses.push((await send(buyer, { ...to, content: 'Is it still there?' })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
});
