import { expect, test } from 'vitest';
import { people } from './scenes.ts';
import { LISTING, openStage, SELLER } from './stage.ts';

test('a suspended account is signed out, also when the call that suspended it died before [D2-268]', async () => {
  const stage = await openStage();
  await people(stage);
  await stage.stop();
  await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'counterfeits' });
  expect(stage.signedOut).toEqual([]);
  await stage.start();
  await stage.settle();
  expect(stage.signedOut).toEqual([SELLER]);
});

test('the seller of a removed listing is told once, without what staff wrote [D2-269]', async () => {
  const stage = await openStage();
  await people(stage);
  await stage.given(`listing-${LISTING}`, 'ListingRemoved', {
    ...{ reason: 'a cast of bad make', sellerId: SELLER, removedBy: 'x' },
  });
  await stage.settle();
  await stage.stop();
  stage.forgetPlaces();
  await stage.start();
  await stage.settle();
  expect(stage.mailer.sent.filter(({ subject }) => subject === 'listingRemoved')).toHaveLength(1);
  const letter = stage.letters.find(({ template }) => template === 'listingRemoved');
  expect(letter?.details.title).toBe((await stage.listingState()).offer.title);
  expect(JSON.stringify(stage.letters)).not.toContain('bad make');
});
