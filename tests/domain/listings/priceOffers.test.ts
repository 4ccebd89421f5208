import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListingCommand, PriceOfferParties } from '#domain/listings/commands.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import {
  ANSWER_WITHIN,
  KEPT_FOR_BUYER,
  LEAST_PROPOSED,
  MOST_MADE_BY_ONE,
  MOST_OF_ONE,
  MOST_OPEN,
} from '#domain/listings/limits.ts';
import { listing } from '#domain/listings/listing.ts';
import type { ListingState } from '#domain/listings/state.ts';
import { type Actor, SYSTEM } from '#domain/shared/actor.ts';
import { fold } from '#domain/shared/decider.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import { givenWith } from '#tests/support/given.ts';
import { property } from '#tests/support/property.ts';

const given = givenWith(listing);
const AT = Date.UTC(2026, 4, 7);
const LATER = AT + HOUR;
const TRANSACTION = '5'.repeat(32);
const SELLER: Actor = { id: 'a'.repeat(32), role: 'member' };
const BUYER: Actor = { id: 'b'.repeat(32), role: 'member' };
const OTHER: Actor = { id: 'c'.repeat(32), role: 'member' };
const STAFF: Actor = { id: 'f'.repeat(32), role: 'staff' };
const OFFER = {
  title: 'Redemptor Dreadnought',
  franchise: 'warhammer40k',
  mainFaction: 'Space Marines',
  subfaction: 'Ultramarines',
  condition: 'Painted',
  paintQuality: 'High Tabletop',
  price: 4_500,
  description: 'Magnetised arms',
};
const PHOTO = { original: 'o.webp', thumbnail: 't.webp', s3Key: 'k', width: 800, height: 600 };
const WELL: PriceOfferParties = {
  buyer: { active: true, hasBlocked: false },
  seller: { active: true, feeAccepted: true, hasBlocked: false },
};

const SHIPPING = { rates: { domestic: 500, continental: 1_500, international: 3_000 }, sellerCountry: 'Netherlands' };

const published: ListingEvent = {
  type: 'ListingPublished',
  data: { at: AT, ...OFFER, sellerId: SELLER.id, country: 'Netherlands', disclaimerAccepted: true, images: [PHOTO] },
};
const parties = { buyerId: BUYER.id, sellerId: SELLER.id };
const proposed = (price = 4_000, change: { id?: string; by?: Actor; at?: number } = {}): ListingEvent => {
  const { id = 'p1', by = BUYER, at = AT } = change;
  const until = at + ANSWER_WITHIN;
  const data = { at, proposalId: id, buyerId: by.id, sellerId: SELLER.id, price, asked: OFFER.price, until };
  return { type: 'PriceProposed', data };
};
const countered: ListingEvent = {
  type: 'PriceProposalCountered',
  data: { at: LATER, proposalId: 'p1', ...parties, proposed: 4_000, price: 4_200, until: LATER + ANSWER_WITHIN },
};
const withdrawn = (price: number, proposalId: string): ListingEvent => ({
  type: 'PriceProposalEnded',
  data: { at: AT, proposalId, ...parties, price, stage: 'proposed', why: 'withdrawn' },
});
const accepted: ListingEvent = {
  type: 'PriceProposalAccepted',
  data: {
    at: LATER,
    proposalId: 'p1',
    ...parties,
    price: 4_000,
    by: 'seller',
    until: LATER + KEPT_FOR_BUYER,
    ...SHIPPING,
  },
};
const reserved = (by = BUYER, at = LATER): ListingEvent => ({
  type: 'ListingReserved',
  data: { at, transactionId: TRANSACTION, buyerId: by.id, until: at + 30 * MINUTE },
});
const ended = (
  why: string,
  at: number,
  { stage = 'proposed', price = 4_000, id = 'p1', buyer = BUYER }: Record<string, unknown> & { buyer?: Actor } = {},
) => ({
  type: 'PriceProposalEnded',
  data: { at, proposalId: id, buyerId: buyer.id, sellerId: SELLER.id, price, stage, why },
});

const propose = (price: number, by = BUYER, at = LATER, change: Partial<PriceOfferParties> = {}): ListingCommand => ({
  type: 'ProposePrice',
  at,
  by,
  proposalId: 'new',
  price,
  ...WELL,
  ...change,
});
const answer = (
  type: 'AcceptProposal' | 'CounterProposal',
  by: Actor,
  price: number,
  { at = LATER, id = 'p1', ...change }: Partial<PriceOfferParties> & { at?: number; id?: string } = {},
): ListingCommand =>
  ({ type, at, by, proposalId: id, price, shipping: SHIPPING, ...WELL, ...change }) as ListingCommand;
const turn = (type: 'RefuseProposal' | 'WithdrawProposal', by: Actor, at = LATER): ListingCommand => ({
  type,
  at,
  by,
  proposalId: 'p1',
});
const buy = (by: Actor, price: number, at = LATER): ListingCommand => ({
  type: 'ReserveListing',
  at,
  by,
  transactionId: TRANSACTION,
  buyerId: by.id,
  price,
  until: at + 30 * MINUTE,
  seller: { id: SELLER.id, feeAccepted: true, active: true },
});
const lapse = (at: number): ListingCommand => ({ type: 'LapseProposals', at, by: SYSTEM });
const revise = (at = LATER): ListingCommand => ({
  type: 'ReviseListing',
  at,
  by: SELLER,
  offer: { ...OFFER, price: 4_400 },
});

describe('a price offer', () => {
  test('gives the seller 48 hours to answer', () =>
    given(published)
      .when(propose(4_000))
      .emits(proposed(4_000, { id: 'new', at: LATER })));
  test('is at least one euro and below the price', () => {
    for (const price of [LEAST_PROPOSED - 1, 0, -1, 4_500, 4_501, 40.5, Number.NaN, 1e300])
      given(published).when(propose(price)).isRejected({ code: 'proposalOutOfRange', least: 100, below: 4_500 });
    for (const price of [LEAST_PROPOSED, 4_499])
      given(published)
        .when(propose(price))
        .emits(proposed(price, { id: 'new', at: LATER }));
  });
  test("is rejected for the buyer's own listing", () =>
    given(published).when(propose(4_000, SELLER)).isRejected({ code: 'ownListing' }));
  test('is rejected unless the listing is on sale', () => {
    const sold: ListingEvent = { type: 'ListingSold', data: { at: AT, transactionId: TRANSACTION } };
    given(published, reserved(OTHER), sold).when(propose(4_000)).isRejected({ code: 'listingNotAvailable' });
    given(published, reserved(OTHER)).when(propose(4_000)).isRejected({ code: 'listingReserved' });
    given(published, proposed(), accepted).when(propose(4_100, OTHER)).isRejected({ code: 'listingPromised' });
    given().when(propose(4_000)).isRejected({ code: 'listingNotFound' });
  });
  test('is rejected if either side is suspended or has blocked the other', () => {
    const away = { active: false, hasBlocked: false };
    given(published)
      .when(propose(4_000, BUYER, LATER, { buyer: away }))
      .isRejected({ code: 'accountNotActive' });
    given(published)
      .when(propose(4_000, BUYER, LATER, { seller: { ...away, feeAccepted: true } }))
      .isRejected({ code: 'sellerAway' });
    given(published)
      .when(propose(4_000, BUYER, LATER, { seller: { ...WELL.seller, hasBlocked: true } }))
      .isRejected({ code: 'proposerBlocked' });
    given(published)
      .when(propose(4_000, BUYER, LATER, { buyer: { ...WELL.buyer, hasBlocked: true } }))
      .isRejected({ code: 'sellerBlocked' });
  });
  test('is rejected if repeated, or with three open ones; lapsed offers do not count', () => {
    const three = [1, 2, 3].map((n) => proposed(n * 1_000, { id: `p${n}` }));
    given(published, ...three)
      .when(propose(1_000))
      .isRejected({ code: 'proposedAlready' });
    expect(three).toHaveLength(MOST_OF_ONE);
    given(published, ...three)
      .when(propose(3_500))
      .isRejected({ code: 'tooManyProposals' });
    const over = AT + ANSWER_WITHIN;
    given(published, ...three)
      .when(propose(1_000, BUYER, over))
      .emits(proposed(1_000, { id: 'new', at: over }));
    given(published, ...three)
      .when(propose(3_500, OTHER))
      .emits(proposed(3_500, { id: 'new', by: OTHER, at: LATER }));
  });
  test(`is limited to ${MOST_MADE_BY_ONE} per buyer, including withdrawn ones; other buyers are not affected`, () => {
    const made = (count: number) =>
      Array.from({ length: count }, (_, n) => [
        proposed(1_000 + n, { id: `p${n}` }),
        withdrawn(1_000 + n, `p${n}`),
      ]).flat();
    given(published, ...made(MOST_MADE_BY_ONE - 1))
      .when(propose(3_500))
      .emits(proposed(3_500, { id: 'new', at: LATER }));
    given(published, ...made(MOST_MADE_BY_ONE))
      .when(propose(3_500))
      .isRejected({ code: 'proposedOften' });
    given(published, ...made(MOST_MADE_BY_ONE))
      .when(propose(3_500, OTHER))
      .emits(proposed(3_500, { id: 'new', by: OTHER, at: LATER }));
  });
  test('is rejected if the listing has too many open offers', () => {
    const many = Array.from({ length: MOST_OPEN }, (_, n) =>
      proposed(1_000, { id: `p${n}`, by: { id: `someone${n}`, role: 'member' } }),
    );
    given(published, ...many)
      .when(propose(1_000))
      .isRejected({ code: 'proposalsFull' });
  });
});

describe('the seller’s answer to a price offer', () => {
  test("accepts: reserves it for 24 hours, settles the buyer's other offers, keeps those of others", () => {
    const others = [proposed(3_000, { id: 'p2' }), proposed(3_500, { id: 'p3', by: OTHER })];
    given(published, proposed(), ...others)
      .when(answer('AcceptProposal', SELLER, 4_000))
      .emits(ended('settled', LATER, { id: 'p2', price: 3_000 }), accepted);
    given(published, proposed(), accepted)
      .when(answer('AcceptProposal', SELLER, 4_000))
      .changesNothing();
  });
  test('accepts one offer at a time', () =>
    given(published, proposed(), proposed(3_500, { id: 'p3', by: OTHER }), accepted)
      .when(answer('AcceptProposal', SELLER, 3_500, { id: 'p3' }))
      .isRejected({ code: 'listingPromised' }));
  test('accepts only the displayed price', () =>
    given(published, proposed(), countered)
      .when(answer('AcceptProposal', BUYER, 4_000))
      .isRejected({ code: 'proposalChanged' }));
  test('counters above the offer and below the asking price', () => {
    given(published, proposed())
      .when(answer('CounterProposal', SELLER, 4_200))
      .emits(countered);
    for (const price of [4_000, 4_500, 1])
      given(published, proposed())
        .when(answer('CounterProposal', SELLER, price))
        .isRejected({ code: 'proposalOutOfRange', least: 4_001, below: 4_500 });
    given(published, proposed(), countered)
      .when(answer('CounterProposal', SELLER, 4_300))
      .isRejected({ code: 'proposalWaits' });
  });
  test('declines an offer', () =>
    given(published, proposed()).when(turn('RefuseProposal', SELLER)).emits(ended('refused', LATER)));
  test('is rejected from the other side, from strangers, and after the deadline', () => {
    given(published, proposed())
      .when(answer('AcceptProposal', BUYER, 4_000))
      .isRejected({ code: 'proposalWaits' });
    given(published, proposed()).when(turn('RefuseProposal', BUYER)).isRejected({ code: 'proposalWaits' });
    for (const by of [OTHER, STAFF])
      given(published, proposed())
        .when(answer('AcceptProposal', by, 4_000))
        .isRejected({ code: 'proposalNotFound' });
    given(published, proposed(), proposed(3_000, { id: 'p2', by: OTHER }))
      .when(answer('AcceptProposal', OTHER, 4_000))
      .isRejected({ code: 'proposalOver' });
    for (const late of [
      answer('AcceptProposal', SELLER, 4_000, { at: AT + ANSWER_WITHIN }),
      answer('CounterProposal', SELLER, 4_200, { at: AT + ANSWER_WITHIN }),
      turn('RefuseProposal', SELLER, AT + ANSWER_WITHIN),
      turn('WithdrawProposal', BUYER, AT + ANSWER_WITHIN),
    ])
      given(published, proposed()).when(late).isRejected({ code: 'proposalOver' });
  });
});

describe('the buyer of a price offer', () => {
  test('accepts or declines a counter-offer', () => {
    const { data } = accepted as { data: object };
    given(published, proposed(), countered)
      .when(answer('AcceptProposal', BUYER, 4_200))
      .emits({ type: 'PriceProposalAccepted', data: { ...data, price: 4_200, by: 'buyer' } });
    given(published, proposed(), countered)
      .when(turn('RefuseProposal', BUYER))
      .emits(ended('refused', LATER, { stage: 'countered', price: 4_200 }));
  });
  test('withdraws an offer, even an accepted one, but not while paying', () => {
    given(published, proposed()).when(turn('WithdrawProposal', BUYER)).emits(ended('withdrawn', LATER));
    given(published, proposed(), accepted)
      .when(turn('WithdrawProposal', BUYER))
      .emits(ended('withdrawn', LATER, { stage: 'accepted' }));
    given(published, proposed(), accepted, reserved())
      .when(turn('WithdrawProposal', BUYER))
      .isRejected({ code: 'listingReserved' });
    given(published, proposed()).when(turn('WithdrawProposal', SELLER)).isRejected({ code: 'proposalOver' });
  });
});

describe('an agreed price', () => {
  test('is the price for its buyer, and nobody else can buy', () => {
    given(published, proposed(), accepted).when(buy(BUYER, 4_000)).emits(reserved());
    given(published, proposed(), accepted).when(buy(BUYER, 4_500)).isRejected({ code: 'priceChanged', price: 4_000 });
    given(published, proposed(), accepted).when(buy(OTHER, 4_500)).isRejected({ code: 'listingPromised' });
    expect(given(published, proposed(), accepted, reserved()).state().reservation?.price).toBe(4_000);
  });
  test('lasts 24 hours; then everybody can buy at the asking price', () => {
    const over = LATER + KEPT_FOR_BUYER;
    given(published, proposed(), accepted)
      .when(buy(OTHER, 4_500, over))
      .emits(reserved(OTHER, over));
    given(published, proposed(), accepted)
      .when(buy(BUYER, 4_000, over))
      .isRejected({ code: 'priceChanged', price: 4_500 });
    given(published, proposed(), accepted)
      .when(lapse(over))
      .emits(ended('lapsed', over, { stage: 'accepted' }));
    given(published, proposed(), accepted)
      .when(lapse(over - 1))
      .changesNothing();
    given(published, proposed(), accepted)
      .when(answer('AcceptProposal', SELLER, 4_000, { at: over - 1 }))
      .changesNothing();
    for (const by of [SELLER, BUYER])
      given(published, proposed(), accepted)
        .when(answer('AcceptProposal', by, 4_000, { at: over }))
        .isRejected({ code: 'proposalOver' });
  });
  test('stays during the payment, and lapses if the purchase is not paid', () => {
    const begun = LATER + KEPT_FOR_BUYER - 1;
    const over = begun + 31 * MINUTE;
    const history = [published, proposed(), accepted, reserved(BUYER, begun)];
    given(...history)
      .when(lapse(over))
      .changesNothing();
    const release: ListingCommand = { type: 'ReleaseReservation', at: over, by: SYSTEM, transactionId: TRANSACTION };
    given(...history)
      .when(release)
      .emits(
        { type: 'ReservationReleased', data: { at: over, transactionId: TRANSACTION } },
        ended('lapsed', over, { stage: 'accepted' }),
      );
    given(published, proposed(), accepted, reserved())
      .when({ ...release, at: LATER + MINUTE })
      .emits({ type: 'ReservationReleased', data: { at: LATER + MINUTE, transactionId: TRANSACTION } });
  });
  test('ends with the sale, which ends all other offers', () => {
    const sold = { type: 'ListingSold', data: { at: LATER, transactionId: TRANSACTION } };
    given(published, proposed(3_000, { id: 'p0', by: OTHER }), proposed(), accepted, reserved())
      .when({ type: 'MarkSold', at: LATER, by: SYSTEM, transactionId: TRANSACTION })
      .emits(
        sold,
        ended('sold', LATER, { id: 'p0', price: 3_000, buyer: OTHER }),
        ended('bought', LATER, { stage: 'accepted' }),
      );
  });
  test('keeps the seller from revising or archiving the listing', () => {
    given(published, proposed(), accepted).when(revise()).isRejected({ code: 'listingPromised' });
    given(published, proposed(), accepted)
      .when({ type: 'ArchiveListing', at: LATER, by: SELLER, reason: 'bySeller' })
      .isRejected({ code: 'listingPromised' });
  });
});

describe('an open offer ends', () => {
  const type = (event: unknown) => (event as ListingEvent).type;
  const typesAfter = (command: ListingCommand, ...history: ListingEvent[]) => {
    const decision = listing.decide(command, fold(listing, history));
    return decision.ok ? decision.value.map(type) : decision.error.code;
  };
  test('on a revision, archiving or removal, in the same append', () => {
    expect(typesAfter(revise(), published, proposed())).toEqual([
      'ListingRevised',
      'ListingPriceReduced',
      'PriceProposalEnded',
    ]);
    const same: ListingCommand = { type: 'ReviseListing', at: LATER, by: SELLER, offer: OFFER };
    given(published, proposed()).when(same).changesNothing();
    given(published, proposed())
      .when({ type: 'ArchiveListing', at: LATER, by: SELLER, reason: 'bySeller' })
      .emits({ type: 'ListingArchived', data: { at: LATER, reason: 'bySeller' } }, ended('archived', LATER));
    const remove: ListingCommand = {
      type: 'RemoveListing',
      at: LATER,
      by: STAFF,
      reason: 'a cast',
      sellerErased: false,
      concerned: false,
    };
    expect(typesAfter(remove, published, proposed())).toEqual(['ListingRemoved', 'PriceProposalEnded']);
  });
  test('with the account of its buyer or seller', () => {
    const history = [published, proposed(3_000, { id: 'p0', by: OTHER }), proposed()];
    given(...history)
      .when({ type: 'EndProposals', at: LATER, by: SYSTEM, why: 'buyerGone', buyerId: BUYER.id })
      .emits(ended('buyerGone', LATER));
    given(...history, accepted)
      .when({ type: 'EndProposals', at: LATER, by: SYSTEM, why: 'withdrawn', buyerId: BUYER.id, keepAgreed: true })
      .changesNothing();
    given(...history, accepted, reserved())
      .when({ type: 'EndProposals', at: LATER, by: SYSTEM, why: 'sellerGone' })
      .emits(ended('sellerGone', LATER, { id: 'p0', price: 3_000, buyer: OTHER }));
  });
  test('at its deadline, once', () => {
    const over = AT + ANSWER_WITHIN;
    given(published, proposed()).when(lapse(over)).emits(ended('lapsed', over));
    given(published, proposed(), ended('lapsed', over) as ListingEvent)
      .when(lapse(over))
      .changesNothing();
  });
});

/** Any commands in any order, with growing times. */
const PEOPLE = [SELLER, BUYER, OTHER];
const step = fc.record({
  kind: fc.constantFrom(
    'ProposePrice',
    'ProposePrice',
    'AcceptProposal',
    'AcceptProposal',
    'CounterProposal',
    'RefuseProposal',
    'WithdrawProposal',
    'LapseProposals',
    'ReserveListing',
    'ReleaseReservation',
    'MarkSold',
    'ReviseListing',
    'EndProposals',
  ),
  by: fc.constantFrom(...PEOPLE),
  price: fc.constantFrom(99, 100, 2_000, 3_000, 4_000, 4_499, 4_500),
  which: fc.nat(4),
  wait: fc.constantFrom(0, MINUTE, 12 * HOUR, 30 * HOUR, 50 * HOUR),
});

const commandOf = (
  { kind, by, price, which }: typeof step extends fc.Arbitrary<infer S> ? S : never,
  at: number,
  n: number,
  state: ListingState,
) => {
  const named = state.proposals[which % Math.max(1, state.proposals.length)];
  const proposalId = kind === 'ProposePrice' ? `p${n}` : (named?.id ?? 'none');
  const shown = kind === 'AcceptProposal' ? (named?.price ?? price) : price;
  const transactionId = kind === 'ReserveListing' ? `s${n}` : (state.reservation?.transactionId ?? 'none');
  const rest = { offer: { ...OFFER, price: state.offer.price - 1 }, why: 'buyerGone', transactionId, buyerId: by.id };
  const seller = { ...WELL.seller, id: SELLER.id };
  const until = at + 30 * MINUTE;
  return { type: kind, at, by, proposalId, price: shown, until, ...rest, ...WELL, seller } as unknown as ListingCommand;
};

property([fc.array(step, { maxLength: 40 })], { numRuns: 300 })(
  'commands in any order keep the limits and one agreed price, paid by its buyer',
  (steps) => {
    let at = AT;
    let state = fold(listing, [published]);
    steps.forEach((one, n) => {
      at += one.wait;
      const agreed = state.proposals.find(({ stage, until }) => stage === 'accepted' && at < until);
      const decision = listing.decide(commandOf(one, at, n, state), state);
      if (!decision.ok) return;
      const events = decision.value;
      const reservation = events.find(({ type }) => type === 'ListingReserved');
      if (reservation?.type === 'ListingReserved' && agreed) expect(reservation.data.buyerId).toBe(agreed.buyerId);
      state = events.reduce(listing.evolve, state);
      const { proposals, offer } = state;
      if (reservation)
        expect(state.reservation?.price).toBe(agreed?.buyerId === one.by.id ? agreed.price : offer.price);
      expect(proposals.filter(({ stage, until }) => stage === 'accepted' && at < until).length).toBeLessThanOrEqual(1);
      for (const { id } of PEOPLE)
        expect(
          proposals.filter(({ buyerId, stage, until }) => buyerId === id && stage !== 'accepted' && at < until).length,
        ).toBeLessThanOrEqual(MOST_OF_ONE);
      for (const { price } of proposals.filter(({ stage }) => stage !== 'accepted')) {
        expect(price).toBeGreaterThanOrEqual(LEAST_PROPOSED);
        expect(price).toBeLessThan(offer.price);
      }
      expect(new Set(proposals.map(({ id }) => id)).size).toBe(proposals.length);
      if (state.status === 'sold') expect(proposals).toEqual([]);
    });
  },
);
