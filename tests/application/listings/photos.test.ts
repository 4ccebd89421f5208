import { beforeEach, expect, test } from 'vitest';
import type { PhotoPlace } from '#application/listings/listings.ts';
import { letAllGo, listingPhotos } from '#application/listings/photos.ts';
import { type Actor, SYSTEM } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { Killed, type MemoryMarket, memoryMarket } from '../memoryMarket.ts';
import { granted, joined, published } from '../trading.ts';

let market: MemoryMarket;
let seller: Actor;
let buyer: Actor;
let listing: string;

const member = (username: string): Promise<Actor> => joined(market, username);
const shown = async () => (await market.repository.listings.load(listing)).state.images;
/** The content of each stored photo, without duplicates. */
const kept = () => [...new Set([...market.photos.stored.values()].map(String))].sort();
const key = async (place: number): Promise<PhotoPlace> => ({ kept: (await shown())[place]!.s3Key });
const coming = (photo: string): PhotoPlace => ({ coming: Buffer.from(photo) });
const change = (places: readonly PhotoPlace[], commandId?: string) =>
  market.listings.changePhotos(listing, places, market.context(seller, commandId));
const sweep = () => listingPhotos({ ...market, ...market.photos, log: silentLog() }).sweep(market.clock.now());
const buy = async () =>
  granted(await market.sales.buy({ listing, seller: seller.id, amount: 50 }, market.context(buyer))).id;

beforeEach(async () => {
  market = memoryMarket();
  [seller, buyer] = [await member('seller'), await member('buyer')];
  await market.accounts.send(seller.id, { type: 'AcceptSellerTerms' }, market.context(seller));
  listing = await published(market, seller, ['front', 'back']);
});

test('removes a photo two days after it was taken away, and keeps those shown', async () => {
  expect(await change([coming('side'), await key(0)])).toMatchObject({ ok: true });
  market.clock.advance(2 * DAY);
  await sweep();
  expect(kept()).toEqual(['back', 'front', 'side']);
  market.clock.advance(1);
  await sweep();
  expect(kept()).toEqual(['front', 'side']);
  expect(market.photos.loose.size).toBe(0);
});

test('keeps the photos of a purchase, whatever the listing shows later', async () => {
  const transaction = await buy();
  await market.listings.send(
    listing,
    { type: 'ReleaseReservation', transactionId: transaction },
    market.context(SYSTEM),
  );
  expect(await change([coming('side')])).toMatchObject({ ok: true });
  market.clock.advance(3 * DAY);
  await sweep();
  expect(kept()).toEqual(['back', 'front', 'side']);
  const { item } = (await market.repository.transactions.load(transaction)).state;
  for (const { s3Key, original } of item.images)
    expect(market.photos.stored.has(`listings/${s3Key}/${original}`)).toBe(true);
});

test('keeps only photos of paid purchases from an erased seller', async () => {
  const ofTransaction = async (type: 'ReleaseReservation' | 'MarkSold') => {
    const transactionId = await buy();
    granted(await market.listings.send(listing, { type, transactionId }, market.context(SYSTEM)));
  };
  await ofTransaction('ReleaseReservation');
  expect(await change([coming('side'), await key(0)])).toMatchObject({ ok: true });
  await ofTransaction('MarkSold');
  const unsold = await published(market, seller, ['attic']);
  const letGo = async () => {
    for (const id of [listing, unsold]) {
      const { history } = await market.repository.listings.show(id);
      await market.photos.loosePhotos.add(letAllGo(id, history, market.clock.now()));
    }
    market.clock.advance(3 * DAY);
    await sweep();
  };
  await letGo();
  expect(kept()).toEqual(['attic', 'back', 'front', 'side']);
  granted(await market.accounts.send(seller.id, { type: 'EraseAccount', openSales: 0 }, market.context(SYSTEM)));
  await letGo();
  expect(kept()).toEqual(['front', 'side']);
});

test('removes photos stored for a change that was never written', async () => {
  market.killBefore('listing');
  await expect(change([coming('side')])).rejects.toThrow(Killed);
  market.clock.advance(3 * DAY);
  await sweep();
  expect(kept()).toEqual(['back', 'front']);
});

test('stores nothing more when the same change is repeated', async () => {
  const places = [coming('side'), await key(0)];
  const [first, again] = [await change(places, 'once'), await change(places, 'once')];
  expect([first, again]).toMatchObject([{ ok: true }, { ok: true, value: { repeated: true } }]);
  expect(kept()).toEqual(['back', 'front', 'side']);
  expect(market.photos.stored.size).toBe(6);
});

test('decodes no photo while somebody is buying the listing', async () => {
  await buy();
  expect(await change([coming('side')])).toEqual({ ok: false, error: { code: 'listingReserved' } });
  expect(kept()).toEqual(['back', 'front']);
});
