import { expect, test } from 'vitest';
import { RATE_LIMITS } from '#infrastructure/http/rateLimits.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';
import { talks } from './talks.ts';

const market = useMarketplace({ rateLimits: true });
const { send, publishedBy } = talks(market);

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
