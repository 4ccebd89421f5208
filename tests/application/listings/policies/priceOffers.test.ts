import { beforeEach, describe, expect, test } from 'vitest';
import { priceOfferCommands } from '#application/listings/priceOffers.ts';
import { AT_ONCE } from '#domain/accounts/mailChoices.ts';
import { ANSWER_WITHIN, KEPT_FOR_BUYER } from '#domain/listings/limits.ts';
import { people, reserved } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const PROPOSAL = '9'.repeat(32);
let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
});

const parties = { proposalId: PROPOSAL, buyerId: BUYER, sellerId: SELLER };
const proposed = async () => {
  const until = stage.clock.now() + ANSWER_WITHIN;
  await stage.given(`listing-${LISTING}`, 'PriceProposed', { ...parties, price: 4_000, asked: 5_000, until });
  await stage.settle();
};
const accepted = async () => {
  const until = stage.clock.now() + KEPT_FOR_BUYER;
  await stage.given(`listing-${LISTING}`, 'PriceProposalAccepted', { ...parties, price: 4_000, by: 'seller', until });
  await stage.settle();
};
const ends = async () =>
  (await stage.eventsOf(`listing-${LISTING}`)).flatMap(({ data }) => ('why' in data ? [String(data.why)] : []));
const TEMPLATES = ['priceProposed', 'priceCountered', 'priceAgreed', 'proposalEnded'];
const mailed = () =>
  stage.mailer.sent.filter(({ subject }) => TEMPLATES.includes(subject)).map(({ subject, to }) => `${subject} ${to}`);
const waiting = () => [...stage.schedule.tasks.values()].filter(({ kind }) => kind.startsWith('proposal'));
const later = async (ms: number) => {
  stage.clock.advance(ms);
  await stage.sweep();
};

describe('an unanswered price offer', () => {
  test('expires on time, notifies its buyer and leaves nothing scheduled', async () => {
    await proposed();
    await later(ANSWER_WITHIN - 1);
    expect(await ends()).toEqual([]);
    await later(1);
    expect(await ends()).toEqual(['lapsed']);
    expect(mailed()).toEqual(['priceProposed bert@example.com', 'proposalEnded ada@example.com']);
    expect(stage.mailer.sent.at(-1)?.unsubscribe).toBe(`https://example.com/unsubscribe/${BUYER}/sales`);
    expect(waiting()).toEqual([]);
    await later(ANSWER_WITHIN);
    expect(await ends()).toEqual(['lapsed']);
  });

  test('expires also after a crash before its deadline was scheduled, and when everything is handled again', async () => {
    await stage.stop();
    const until = stage.clock.now() + ANSWER_WITHIN;
    await stage.given(`listing-${LISTING}`, 'PriceProposed', { ...parties, price: 4_000, asked: 5_000, until });
    stage.clock.advance(ANSWER_WITHIN);
    await stage.start();
    await stage.settle();
    await stage.sweep();
    await stage.stop();
    stage.forgetPlaces();
    await stage.start();
    await stage.settle();
    await stage.sweep();
    expect(await ends()).toEqual(['lapsed']);
    expect(waiting()).toEqual([]);
  });
});

test('ends an agreement after its day, notifies both and puts the listing on sale again', async () => {
  await proposed();
  await accepted();
  await later(KEPT_FOR_BUYER);
  expect(await ends()).toEqual(['lapsed']);
  expect(mailed().slice(1)).toEqual([
    'priceAgreed ada@example.com',
    'proposalEnded ada@example.com',
    'proposalEnded bert@example.com',
  ]);
});

describe('an agreement counted as unpaid', () => {
  const counted = async () => {
    await proposed();
    const until = stage.clock.now() + KEPT_FOR_BUYER;
    await stage.given(`buyer-${BUYER}`, 'AgreementBegun', { proposalId: PROPOSAL, listingId: LISTING, until });
    await accepted();
  };
  const ofBuyer = () => stage.typesOf(`buyer-${BUYER}`);

  test('closes its listing to the buyer when it expires, like a purchase', async () => {
    await counted();
    await later(KEPT_FOR_BUYER);
    expect(await ofBuyer()).toEqual(['AgreementBegun', 'AgreementLapsed']);
  });
  test('does so when the buyer withdraws it', async () => {
    await counted();
    const context = {
      commandId: 'c1',
      correlationId: 'c1',
      causationId: 'c1',
      actor: { id: BUYER, role: 'member' },
    } as const;
    await priceOfferCommands(stage).withdraw({ listingId: LISTING, proposalId: PROPOSAL }, context);
    await stage.settle();
    expect(await ofBuyer()).toEqual(['AgreementBegun', 'AgreementWithdrawn']);
  });
  test('does not count against the buyer when the seller leaves', async () => {
    await counted();
    await stage.given(`account-${SELLER}`, 'DeletionRequested', { eraseAt: stage.clock.now() + 1_000_000 });
    await stage.settle();
    expect(await ofBuyer()).toEqual(['AgreementBegun', 'AgreementDropped']);
  });
});

test('that is being paid expires with the purchase, not earlier', async () => {
  await proposed();
  await accepted();
  stage.clock.advance(KEPT_FOR_BUYER - 1);
  await reserved(stage);
  await later(1);
  expect(await ends()).toEqual([]);
  // the purchase failed: it is checked a minute after its window
  await later(32 * 60_000);
  expect(await ends()).toEqual(['lapsed']);
  expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toEqual([]);
});

describe('an open price offer ends', () => {
  test('when its buyer leaves', async () => {
    await proposed();
    await stage.given(`account-${BUYER}`, 'AccountSuspended', { reason: 'spam' });
    await stage.settle();
    expect(await ends()).toEqual(['buyerGone']);
    expect(mailed()).toContain('proposalEnded bert@example.com');
    expect(waiting()).toEqual([]);
  });
  test('when its seller leaves, including an agreement', async () => {
    await proposed();
    await accepted();
    await stage.given(`account-${SELLER}`, 'DeletionRequested', { eraseAt: stage.clock.now() + 1_000_000 });
    await stage.settle();
    expect(await ends()).toEqual(['sellerGone']);
    expect(mailed()).toContain('proposalEnded ada@example.com');
  });
  test.each([
    [SELLER, BUYER, 'refused'],
    [BUYER, SELLER, 'withdrawn'],
  ])('as a refusal or withdrawal when one party blocks the other', async (one, other, why) => {
    await proposed();
    await stage.given(`account-${one}`, 'AccountBlocked', { blockedId: other });
    await stage.settle();
    expect(await ends()).toEqual([why]);
  });
  test('but an agreement stays when one party blocks the other', async () => {
    await proposed();
    await accepted();
    await stage.given(`account-${SELLER}`, 'AccountBlocked', { blockedId: BUYER });
    await stage.settle();
    expect(await ends()).toEqual([]);
  });
});

test('notifies each side once of the other’s action; notifications about ended offers can be turned off', async () => {
  await proposed();
  const until = stage.clock.now() + ANSWER_WITHIN;
  const counter = { ...parties, proposed: 4_000, price: 4_500, until };
  await stage.given(`listing-${LISTING}`, 'PriceProposalCountered', counter);
  await stage.settle();
  await stage.given(`account-${SELLER}`, 'EmailsChosen', { choices: { ...AT_ONCE, sales: 'off' } });
  const answers = priceOfferCommands(stage);
  const context = {
    commandId: 'x',
    correlationId: 'x',
    causationId: 'x',
    actor: { id: BUYER, role: 'member' },
  } as const;
  expect((await answers.refuse({ listingId: LISTING, proposalId: PROPOSAL }, context)).ok).toBe(true);
  await stage.settle();
  expect(mailed()).toEqual(['priceProposed bert@example.com', 'priceCountered ada@example.com']);
  const emails = stage.emails.filter(({ template }) => TEMPLATES.includes(template));
  expect(emails.map(({ template, role, unsubscribe }) => [template, role, unsubscribe])).toEqual([
    ['priceProposed', 'seller', undefined],
    ['priceCountered', 'buyer', undefined],
  ]);
  const { details } = emails[1]!;
  expect(details).toMatchObject({ price: 4_500, proposed: 4_000, until, title: 'A painted dragon', listing: LISTING });
});

test('stores the listing’s id in a job but none of its text', async () => {
  await proposed();
  await stage.given(`listing-${LISTING}`, 'ListingArchived', { reason: 'bySeller' });
  await stage.settle();
  const jobs = stage.jobs.known('mail').filter(({ id }) => id.startsWith('pr'));
  expect(jobs.map(({ data }) => data)).toMatchObject([{ template: 'priceProposed', details: { listing: LISTING } }]);
  expect(JSON.stringify(jobs)).not.toMatch(/dragon/i);
});
