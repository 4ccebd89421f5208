import { beforeEach, describe, expect, test } from 'vitest';
import { AT_ONCE } from '#domain/accounts/mailChoices.ts';
import { DAY, MINUTE } from '#domain/shared/instants.ts';
import { paid, people } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const EYES = 'e'.repeat(32);
let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  const registered = { username: 'Eve', email: 'eve@example.com', country: 'Netherlands', termsAcceptedAt: 1 };
  await stage.given(`account-${EYES}`, 'AccountRegistered', registered);
  await stage.given(`account-${EYES}`, 'EmailVerified', {});
});

const watches = (account: string, listingId = LISTING) =>
  stage.given(`watching-${account}`, 'ListingWatched', { listingId, price: 5_000 });
const reduced = async (from: number, to: number) => {
  const { offer, sellerId } = await stage.listingState();
  await stage.given(`listing-${LISTING}`, 'ListingRevised', { ...offer, price: to, sellerId });
  await stage.given(`listing-${LISTING}`, 'ListingPriceReduced', { from, to });
};
const choose = (choices: Partial<typeof AT_ONCE>) =>
  stage.given(`account-${EYES}`, 'EmailsChosen', { choices: { ...AT_ONCE, ...choices } });
const later = async (ms: number) => {
  await stage.settle();
  stage.clock.advance(ms);
  await stage.sweep();
};
const mailed = () =>
  stage.mailer.sent
    .filter(({ subject }) => ['watchedNews', 'dailyDigest'].includes(subject))
    .map(({ subject, to }) => `${subject} ${to}`);
const news = () => stage.emails.flatMap((email) => email.news ?? []).map(({ fact: event, kept }) => [event, kept]);
const waiting = () =>
  [...stage.schedule.tasks.values()].filter(({ kind }) => kind === 'watched' || kind === 'watchedNews');

describe('a watcher of a listing', () => {
  test('gets one e-mail for several reductions, from first to last price, with an unsubscribe link', async () => {
    await watches(EYES);
    await reduced(5_000, 4_500);
    await reduced(4_500, 4_000);
    await stage.settle();
    expect(mailed()).toEqual([]);
    await later(15 * MINUTE);
    expect(mailed()).toEqual(['watchedNews eve@example.com']);
    expect(news()).toEqual([['ListingPriceReduced', { from: 5_000, to: 4_000 }]]);
    expect(stage.mailer.sent.at(-1)?.unsubscribe).toBe(`https://example.com/unsubscribe/${EYES}/watching`);
    await later(DAY);
    expect(mailed()).toHaveLength(1);
    expect(waiting()).toEqual([]);
  });

  test('hears of no reduction while the seller cannot sell', async () => {
    await watches(EYES);
    await reduced(5_000, 4_500);
    await stage.settle();
    await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'looked into' });
    await later(15 * MINUTE);
    expect(mailed()).toEqual([]);
    expect(waiting()).toEqual([]);
  });

  test('hears of a sale; its buyer, its seller and others do not', async () => {
    await watches(EYES);
    await watches(BUYER);
    await paid(stage);
    await later(15 * MINUTE);
    expect(mailed()).toEqual(['watchedNews eve@example.com']);
    expect(news()).toEqual([['ListingSold', expect.anything()]]);
  });

  test('hears that it is available again, but not of the cancelled sale', async () => {
    await watches(EYES);
    await paid(stage);
    await stage.settle();
    await stage.given(`listing-${LISTING}`, 'ListingReturnedToMarket', { transactionId: TRANSACTION });
    await later(15 * MINUTE);
    expect(news()).toEqual([['ListingReturnedToMarket', expect.anything()]]);
  });

  const OTHER = 'd'.repeat(32);
  const reservedBy = (buyerId: string) => ({ transactionId: OTHER, buyerId, until: stage.clock.now() + 30 * MINUTE });
  const agreedWith = (buyerId: string) => {
    const [proposalId, sellerId, until] = ['9'.repeat(32), SELLER, stage.clock.now() + DAY];
    return { proposalId, buyerId, sellerId, price: 4_000, by: 'seller', until } as const;
  };
  test.each([
    ['another is buying it', () => stage.given(`listing-${LISTING}`, 'ListingReserved', reservedBy(BUYER)), 0],
    ['it is promised', () => stage.given(`listing-${LISTING}`, 'PriceProposalAccepted', agreedWith(BUYER)), 0],
    ['it is promised to them', () => stage.given(`listing-${LISTING}`, 'PriceProposalAccepted', agreedWith(EYES)), 1],
    ['its seller is suspended', () => stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'fraud' }), 0],
  ])('hears that it is on offer again only where they can buy it: %s', async (_, happens, emails) => {
    await watches(EYES);
    await paid(stage);
    await stage.settle();
    await stage.given(`listing-${LISTING}`, 'ListingReturnedToMarket', { transactionId: TRANSACTION });
    await happens();
    await later(15 * MINUTE);
    expect(news().map(([event]) => event)).toEqual(Array(emails).fill('ListingReturnedToMarket'));
  });

  test('hears nothing about a listing they stopped watching', async () => {
    await watches(EYES);
    await reduced(5_000, 4_500);
    await stage.settle();
    await stage.given(`watching-${EYES}`, 'ListingUnwatched', { listingId: LISTING });
    await later(15 * MINUTE);
    expect(mailed()).toEqual([]);
    expect(waiting()).toEqual([]);
  });

  test('hears daily or not at all, if chosen', async () => {
    await watches(EYES);
    await choose({ watching: 'daily' });
    await reduced(5_000, 4_500);
    await later(15 * MINUTE);
    expect(mailed()).toEqual([]);
    await later(DAY);
    expect(mailed()).toEqual(['dailyDigest eve@example.com']);
    expect(stage.emails.findLast(({ held }) => held)?.held?.map(({ path }) => path)).toEqual(['/watching']);
    await choose({ watching: 'off' });
    await reduced(4_500, 4_000);
    await later(DAY);
    expect(mailed()).toHaveLength(1);
    expect(waiting()).toEqual([]);
  });

  test('hears nothing twice when mailed and later events are repeated', async () => {
    await watches(EYES);
    await reduced(5_000, 4_500);
    await later(15 * MINUTE);
    expect(mailed()).toHaveLength(1);
    await stage.stop();
    stage.forgetPlaces();
    await stage.start();
    await later(15 * MINUTE);
    await later(DAY);
    expect(mailed()).toHaveLength(1);
    await reduced(4_500, 4_000);
    await later(15 * MINUTE);
    expect(mailed()).toHaveLength(2);
    expect(news()).toEqual([
      ['ListingPriceReduced', { from: 5_000, to: 4_500 }],
      ['ListingPriceReduced', { from: 4_500, to: 4_000 }],
    ]);
  });
});
