import { beforeEach, describe, expect, test } from 'vitest';
import { AT_ONCE } from '#domain/accounts/mailChoices.ts';
import { DAY, MINUTE } from '#domain/shared/instants.ts';
import { image } from '#tests/projections/given.ts';
import { people } from '../../policies/scenes.ts';
import { LISTING, openStage, SELLER, type Stage } from '../../policies/stage.ts';

const EYES = 'e'.repeat(32);
const [FIRST, SECOND] = ['1'.repeat(32), '2'.repeat(32)] as const;
let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  const registered = { username: 'Eve', email: 'eve@example.com', country: 'Netherlands', termsAcceptedAt: 1 };
  await stage.given(`account-${EYES}`, 'AccountRegistered', registered);
  await stage.given(`account-${EYES}`, 'EmailVerified', {});
  await saves(FIRST, 'dragon');
  await saves(SECOND, 'red');
});

const NOTHING = { condition: [], paintQuality: [], country: [] };
const saves = (searchId: string, search: string) =>
  stage.given(`searches-${EYES}`, 'SearchSaved', { searchId, wanted: { ...NOTHING, search }, name: search });
const paces = (searchId: string, pace: 'atOnce' | 'daily' | 'off') =>
  stage.given(`searches-${EYES}`, 'SearchPaceChosen', { searchId, pace });
const finds = (...searches: string[]) => {
  stage.answering.find = async (listing) => ({
    price: (await stage.repository.listings.load(listing)).state.offer.price,
    found: [{ account: EYES, searches }],
  });
};
const findsNew = (...searches: string[]) => {
  stage.answering.find = (listing) => ({
    price: 5_000,
    found: listing === LISTING ? [] : [{ account: EYES, searches }],
  });
};
const revised = async (price: number) => {
  const { offer, sellerId } = await stage.listingState();
  await stage.given(`listing-${LISTING}`, 'ListingRevised', { ...offer, price, sellerId });
};
const another = async (n: number) => {
  const id = String(n).repeat(32);
  const [published] = await stage.eventsOf(`listing-${LISTING}`);
  const images = [{ ...image, s3Key: `k${n}` }];
  await stage.given(`listing-${id}`, 'ListingPublished', { ...(published!.data as object), images } as never);
  return id;
};
const later = async (ms: number) => {
  await stage.settle();
  stage.clock.advance(ms);
  await stage.sweep();
};
const matches = async () =>
  (await stage.eventsOf(`searches-${EYES}`)).flatMap(({ type, data }) =>
    type === 'SearchMatched' ? [[data.how, data.searches, data.pace]] : [],
  );
const mailed = () =>
  stage.mailer.sent
    .filter(({ subject }) => ['searchNews', 'dailyDigest'].includes(subject))
    .map(({ subject, to }) => `${subject} ${to}`);
const told = () => stage.emails.flatMap(({ found = [] }) => found.map(({ price, searches }) => [price, searches]));
const waiting = () =>
  [...stage.schedule.tasks.values()].filter(({ kind }) => kind === 'found' || kind === 'searchNews');

describe('an owner of saved searches', () => {
  test('gets one e-mail about a listing that several searches match, with the total price', async () => {
    finds(FIRST, SECOND);
    await another(3);
    await later(15 * MINUTE);
    expect(await matches()).toEqual([['offered', [FIRST, SECOND], 'atOnce']]);
    expect(mailed()).toEqual(['searchNews eve@example.com']);
    expect(told()).toEqual([[5_000, ['dragon', 'red']]]);
    const [found] = stage.emails.at(-1)!.found!;
    expect(found).toMatchObject({
      allIn: { destination: 'Netherlands' },
      picture: '/files/listings/k3/one-small.webp',
    });
    expect(found!.allIn!.total).toBeGreaterThan(5_000);
    expect(stage.mailer.sent.at(-1)?.unsubscribe).toBe(`https://example.com/unsubscribe/${EYES}/searches`);
    await later(DAY);
    expect(mailed()).toHaveLength(1);
    expect(waiting()).toEqual([]);
  });

  test('hears once of a listing that is published, changed and returned, and of a reduction as such', async () => {
    finds(FIRST);
    await revised(4_000);
    await revised(3_500);
    await stage.given(`listing-${LISTING}`, 'ListingReturnedToMarket', { transactionId: 'f'.repeat(32) });
    await later(15 * MINUTE);
    expect(await matches()).toEqual([['reduced', [FIRST], 'atOnce']]);
    expect(mailed()).toHaveLength(1);
    expect(told()).toEqual([[3_500, ['dragon']]]);
  });

  test('is matched against the earlier details of a changed listing, and against none for a new one', async () => {
    const before: (number | undefined)[] = [];
    stage.answering.find = (_, former) => {
      before.push(former?.price);
      return { price: 1, found: [] };
    };
    await another(3);
    await revised(4_000);
    await revised(3_000);
    await stage.settle();
    expect(before).toEqual([undefined, 5_000, 4_000]);
  });

  test('hears only of available listings and existing searches', async () => {
    finds(FIRST);
    await another(3);
    await another(4);
    await stage.settle();
    await stage.given(`listing-${'3'.repeat(32)}`, 'ListingArchived', { reason: 'bySeller' });
    await later(15 * MINUTE);
    expect(told()).toHaveLength(1);
    finds(SECOND);
    await another(6);
    await stage.settle();
    await stage.given(`searches-${EYES}`, 'SearchDeleted', { searchId: SECOND });
    await later(15 * MINUTE);
    expect(mailed()).toHaveLength(1);
    expect(waiting()).toEqual([]);
  });

  test('hears nothing of a search that no longer matches when the e-mail is sent', async () => {
    finds(FIRST, SECOND);
    stage.answering.still = () => [SECOND];
    await another(3);
    await later(15 * MINUTE);
    expect(told()).toEqual([[5_000, ['red']]]);
    stage.answering.still = () => [];
    await another(4);
    await later(15 * MINUTE);
    expect(mailed()).toHaveLength(1);
    expect(waiting()).toEqual([]);
  });

  test('hears of no reduction after the price rose again', async () => {
    finds(FIRST);
    await revised(4_000);
    await stage.settle();
    await revised(4_500);
    await later(15 * MINUTE);
    expect(stage.emails.flatMap(({ found = [] }) => found)).toMatchObject([{ how: 'offered', price: 4_500 }]);
  });

  test('hears of no listing whose seller cannot sell now', async () => {
    finds(FIRST);
    await another(3);
    await stage.settle();
    await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'looked into' });
    await later(15 * MINUTE);
    expect(mailed()).toEqual([]);
    expect(waiting()).toEqual([]);
  });

  test('hears daily of one search, at once of another, and nothing of a disabled one', async () => {
    await paces(FIRST, 'daily');
    finds(FIRST);
    await another(3);
    await later(15 * MINUTE);
    expect(mailed()).toEqual([]);
    finds(SECOND);
    await another(4);
    await later(15 * MINUTE);
    expect(told()).toEqual([[5_000, ['red']]]);
    await later(DAY);
    expect(told().slice(1)).toEqual([[5_000, ['dragon']]]);
    await paces(FIRST, 'off');
    finds(FIRST);
    await another(6);
    await later(2 * DAY);
    expect(mailed()).toHaveLength(2);
  });

  test('gets earlier matches with the daily e-mail after choosing daily, and those of other searches at once', async () => {
    finds(FIRST);
    await another(3);
    await stage.settle();
    finds(FIRST, SECOND);
    await another(4);
    await stage.settle();
    await paces(FIRST, 'daily');
    await later(15 * MINUTE);
    expect(told()).toEqual([[5_000, ['dragon', 'red']]]);
    await later(DAY);
    expect(told().slice(1)).toEqual([[5_000, ['dragon']]]);
    expect(mailed()).toHaveLength(2);
    stage.answering.find = async () => ({ price: 0, found: [] });
    await stage.stop();
    stage.forgetPlaces();
    await stage.start();
    await later(DAY);
    await later(DAY);
    expect(mailed()).toHaveLength(2);
  });

  test('gets them with the daily digest or not at all if chosen for the category', async () => {
    const choose = (searches: 'daily' | 'off') =>
      stage.given(`account-${EYES}`, 'EmailsChosen', { choices: { ...AT_ONCE, searches } });
    await choose('daily');
    finds(FIRST);
    await another(3);
    await later(15 * MINUTE);
    expect(mailed()).toEqual([]);
    await later(DAY);
    expect(mailed()).toEqual(['dailyDigest eve@example.com']);
    expect(stage.emails.findLast(({ held }) => held)?.held?.map(({ path }) => path)).toEqual(['/watching/searches']);
    await choose('off');
    await another(4);
    await later(DAY);
    expect(mailed()).toHaveLength(1);
    expect(waiting()).toEqual([]);
  });
});

describe('a crash', () => {
  test('loses nothing and sends nothing twice, even if its checkpoints are lost', async () => {
    findsNew(FIRST);
    await another(3);
    await stage.settle();
    for (let again = 0; again < 2; again++) {
      await stage.stop();
      stage.forgetPlaces();
      await stage.start();
      await stage.settle();
    }
    expect(await matches()).toHaveLength(1);
    await later(15 * MINUTE);
    expect(mailed()).toHaveLength(1);
    await stage.stop();
    stage.forgetPlaces();
    await stage.start();
    await later(15 * MINUTE);
    await later(DAY);
    expect(mailed()).toHaveLength(1);
    await another(4);
    await later(15 * MINUTE);
    expect(told()).toHaveLength(2);
  });

  test('between marking and ordering an e-mail is repaired by ordering it later', async () => {
    finds(FIRST);
    await another(3);
    await stage.settle();
    stage.clock.advance(15 * MINUTE);
    stage.outside.called = (port) => {
      if (port === 'jobs') throw new Error('it dies here');
    };
    await stage.sweep();
    expect(mailed()).toEqual([]);
    stage.outside.called = () => undefined;
    await stage.sweep();
    expect(mailed()).toEqual(['searchNews eve@example.com']);
    expect(told()).toHaveLength(1);
  });
});

test('schedules all watchers of a listing at once', async () => {
  let put = 0;
  for (let n = 0; n < 40; n++)
    await stage.given(`watching-${String(n).padStart(32, '0')}`, 'ListingWatched', {
      listingId: LISTING,
      price: 5_000,
    });
  stage.outside.called = (port) => {
    if (port === 'schedule') put++;
  };
  await stage.given(`listing-${LISTING}`, 'ListingPriceReduced', { from: 5_000, to: 4_000 });
  await stage.policiesDone();
  expect(put).toBe(1);
  expect([...stage.schedule.tasks.values()].filter(({ kind }) => kind === 'watched')).toHaveLength(40);
});
