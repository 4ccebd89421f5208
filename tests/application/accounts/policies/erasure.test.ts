import { beforeEach, expect, test } from 'vitest';
import { people } from '../../policies/scenes.ts';
import { LISTING, openStage, SELLER, type Stage } from '../../policies/stage.ts';

const DAY = 24 * 3_600_000;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  stage.erasure.listings.set(SELLER, [LISTING]);
  const eraseAt = stage.clock.now() + 30 * DAY;
  await stage.given(`account-${SELLER}`, 'DeletionRequested', { eraseAt });
  stage.erasure.pending.set(SELLER, eraseAt);
});

test('erases an account after 30 days: archives listings, forgets the sign-in, erases the key last [L-018]', async () => {
  stage.clock.advance(30 * DAY - 1);
  await stage.sweep();
  expect((await stage.sellerAccount()).status).toBe('deletion_pending');
  stage.clock.advance(1);
  await stage.sweep();
  expect((await stage.sellerAccount()).status).toBe('deleted');
  expect((await stage.listingState()).status).toBe('archived');
  expect(stage.erasure.forgotten).toEqual([`sign-in of ${SELLER}`, `pictures of ${SELLER}`, `key of ${SELLER}`]);
});

test('marks all photos of an erased seller for removal, also after a crash', async () => {
  const image = (s3Key: string) => ({ original: 'o.webp', thumbnail: 't.webp', s3Key, width: 1, height: 1 });
  for (const s3Key of ['front', 'back']) {
    const photos = { images: [image(s3Key)], files: [null], takenAt: [null] };
    await stage.given(`listing-${LISTING}`, 'ListingPhotosChanged', { sellerId: SELLER, ...photos });
  }
  await stage.given(`listing-${LISTING}`, 'ListingArchived', { reason: 'bySeller' });
  expect(stage.photosLetGo).toEqual([]);
  let deaths = 1;
  stage.outside.called = (port) => {
    if (port === 'loosePhotos' && deaths-- > 0) throw new Error('killed');
  };
  stage.clock.advance(30 * DAY);
  await stage.sweep();
  const since = stage.clock.now();
  expect(stage.photosLetGo).toEqual(
    ['front', 'back'].map((s3Key) => ({
      of: LISTING,
      s3Key,
      files: [`listings/${s3Key}/o.webp`, `listings/${s3Key}/t.webp`],
      since,
    })),
  );
});

test('waits while a transaction holds money [L-018]', async () => {
  stage.erasure.openSales.set(SELLER, 1);
  stage.clock.advance(31 * DAY);
  await stage.sweep();
  expect((await stage.sellerAccount()).status).toBe('deletion_pending');
  stage.erasure.openSales.set(SELLER, 0);
  await stage.sweep();
  expect((await stage.sellerAccount()).status).toBe('deleted');
});

test('erases accounts behind any number of waiting ones', async () => {
  const waiting = Array.from({ length: 250 }, (_, index) => index.toString(16).padStart(32, '0'));
  for (const [index, account] of waiting.entries()) {
    stage.erasure.pending.set(account, stage.clock.now() + index);
    stage.erasure.openSales.set(account, 1);
  }
  stage.clock.advance(31 * DAY);
  await stage.sweep();
  expect((await stage.sellerAccount()).status).toBe('deleted');
});

test('does not carry out a cancelled deletion while the read model still shows it [L-018]', async () => {
  await stage.given(`account-${SELLER}`, 'DeletionCancelled', {});
  stage.clock.advance(31 * DAY);
  await stage.sweep();
  expect((await stage.sellerAccount()).status).toBe('active');
});

test('erases other accounts and finishes the sweep when one account cannot be read', async () => {
  const broken = '0199aa00000070008000000000000bad';
  stage.erasure.pending.clear();
  stage.erasure.pending.set(broken, stage.clock.now());
  stage.erasure.pending.set(SELLER, stage.clock.now());
  const { openSalesOf: openTransactionsOf } = stage.erasure;
  stage.erasure.openSalesOf = async (account: string, now: number) => {
    if (account === broken) throw new Error('its history is corrupt');
    return openTransactionsOf(account, now);
  };
  stage.clock.advance(31 * DAY);
  await stage.given(`account-${broken}`, 'AccountRegistered', {
    username: 'broken',
    email: 'broken@example.com',
    country: 'Italy',
    termsAcceptedAt: 1,
  });
  await stage.given(`account-${broken}`, 'DeletionRequested', { eraseAt: stage.clock.now() });
  await stage.sweep();
  expect((await stage.sellerAccount()).status).toBe('deleted');
});
