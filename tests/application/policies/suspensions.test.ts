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

test('whose roles change is signed out, also when the call died before, but not where they have signed in since', async () => {
  const stage = await openStage();
  await people(stage);
  await stage.given(`account-${SELLER}`, 'RoleGranted', { role: 'staff', grantedBy: 'x' });
  await stage.given(`account-${SELLER}`, 'RoleRevoked', { role: 'staff', revokedBy: 'x' });
  await stage.settle();
  const recorded = (await stage.store.readStream(`account-${SELLER}`)).slice(-2).map(({ recordedAt }) => recordedAt);
  expect(stage.signedOut).toEqual(recorded.map((moment) => `${SELLER} ${moment}`));
});

test('what a terminated account offers leaves the market, its owner is told, and its time to object runs', async () => {
  const stage = await openStage();
  await people(stage);
  stage.erasure.listings.set(SELLER, [LISTING]);
  const eraseAt = stage.clock.now() + 30 * 24 * 3_600_000;
  await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'casts' });
  const decided = { proposalId: '1'.repeat(32), proposedBy: 'x', confirmedBy: 'y', eraseAt };
  await stage.given(`account-${SELLER}`, 'AccountTerminated', decided);
  await stage.settle();
  await stage.stop();
  stage.forgetPlaces();
  await stage.start();
  await stage.settle();
  expect((await stage.listingState()).status).toBe('archived');
  expect((await stage.typesOf(`listing-${LISTING}`)).filter((type) => type === 'ListingArchived')).toHaveLength(1);
  expect(stage.mailer.sent.filter(({ subject }) => subject === 'accountTerminated')).toHaveLength(1);
  expect(stage.emails.find(({ template }) => template === 'accountTerminated')?.details.eraseAt).toBe(eraseAt);
});

test('the seller of a removed listing is told once, with its reasons and the way to complain [D2-269]', async () => {
  const stage = await openStage();
  await people(stage);
  await stage.given(`listing-${LISTING}`, 'ListingRemoved', {
    reason: 'a cast of bad make',
    sellerId: SELLER,
    removedBy: 'x',
  });
  await stage.settle();
  await stage.stop();
  stage.forgetPlaces();
  await stage.start();
  await stage.settle();
  expect(stage.mailer.sent.filter(({ subject }) => subject === 'reportDecided')).toHaveLength(1);
  expect(stage.emails.find(({ template }) => template === 'reportDecided')?.notice).toMatchObject({
    title: (await stage.listingState()).offer.title,
    side: 'seller',
    fact: {
      type: 'ListingReportDecided',
      data: { outcome: 'removed', ownAccord: true, by: 'x', statement: 'a cast of bad make', reporters: [] },
    },
  });
});
