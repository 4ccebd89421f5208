import { beforeEach, expect, test } from 'vitest';
import { messageImages } from '#application/conversations/conversations.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { Killed, type MemoryMarket, memoryMarket } from '../memoryMarket.ts';
import { joined, published } from '../trading.ts';

let market: MemoryMarket;
let buyer: Actor;
let seller: Actor;
let listing: string;

beforeEach(async () => {
  market = memoryMarket();
  [seller, buyer] = [await joined(market, 'seller'), await joined(market, 'buyer')];
  await market.accounts.send(seller.id, { type: 'AcceptSellerTerms' }, market.context(seller));
  listing = await published(market, seller, ['front']);
  market.photos.loose.clear();
  market.photos.stored.clear();
});

const say = (picture: string, commandId?: string) =>
  market.conversations.send(
    { recipientId: seller.id, listingId: listing, content: '', image: Buffer.from(picture) },
    market.context(buyer, commandId),
  );
const kept = () => [...market.photos.stored.values()].map(String).sort();
const sweep = () => messageImages({ ...market, ...market.photos, log: silentLog() }).sweep(market.clock.now());

test('removes the picture of a message that was never written after two days, and keeps others', async () => {
  expect(await say('sent')).toMatchObject({ ok: true });
  market.killBefore('conversation');
  await expect(say('lost')).rejects.toThrow(Killed);
  market.clock.advance(2 * DAY);
  await sweep();
  expect(kept()).toEqual(['lost', 'sent']);
  market.clock.advance(1);
  await sweep();
  expect(kept()).toEqual(['sent']);
  expect(market.photos.loose.size).toBe(0);
});

test('assigns a picture sent again after a crash to its message', async () => {
  market.killBefore('conversation');
  await expect(say('again', 'once')).rejects.toThrow(Killed);
  expect(await say('again', 'once')).toMatchObject({ ok: true });
  market.clock.advance(3 * DAY);
  await sweep();
  expect(kept()).toEqual(['again']);
});
