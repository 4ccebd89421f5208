import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Listing } from '#application/contract/listings.ts';
import { sellerPage } from '#application/contract/sellerPages.ts';
import { ANSWERS_COUNT, LEAST_ANSWERS, LEAST_SHIPMENTS, SHIPMENTS_COUNT } from '#domain/accounts/sellerFigures.ts';
import type { DomainEvent } from '#domain/events.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { aroundListing, offersOfSeller } from '#projections/listings/around.ts';
import { priceOffers } from '#projections/listings/priceOffers.ts';
import { listings } from '#projections/listings/projection.ts';
import { listingById } from '#projections/listings/queries.ts';
import { sellerNameOf, sellerPageOf, sellers } from '#projections/listings/sellers.ts';
import { watchList } from '#projections/listings/watchList.ts';
import { transactions } from '#projections/transactions/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, published, registered, SELLER } from '../given.ts';
import { contentsOf, fill } from '../harness.ts';
import { interleave, LISTING, openTransaction } from '../transactions/transactionRows.ts';

const database = useDatabase();
const id = (n: number) => String(n).padStart(32, '0');
const at = NOW;
const MODELS = [accounts, listings, transactions, watchList, priceOffers, sellers];

const ACCOUNT: DomainEvent[] = [registered(), { type: 'EmailVerified', data: { at } }];
const PERSON = { [`account-${SELLER}`]: ACCOUNT, [`listing-${LISTING}`]: [published()] };

type Story = ReturnType<typeof openTransaction>;
/** Each with its own listing and buyer, who cannot have written before buying. */
const transactionsOf = (ends: readonly ((story: Story) => Story)[]): Record<string, DomainEvent[]> =>
  Object.fromEntries(
    ends.map((end, n) => [
      `transaction-${id(n)}`,
      end(openTransaction({ id: id(n), listingId: id(n), buyerId: id(100 + n) })).events,
    ]),
  );

/** Messages by minutes after the start; 0 is the buyer. */
const talk = (buyer: string, messages: readonly [by: 'buyer' | 'seller', minutes: number][], began = NOW) => [
  { type: 'ConversationStarted', data: { at: began, buyerId: buyer, sellerId: SELLER, listingId: LISTING } } as const,
  ...messages.map(([by, minutes], n) => ({
    type: 'MessageSent' as const,
    data: {
      at: began + minutes * MINUTE,
      messageId: `${buyer.slice(0, 28)}${String(n).padStart(4, '0')}`,
      senderId: by === 'buyer' ? buyer : SELLER,
      content: 'x',
      image: null,
    },
  })),
];
const answered = (waits: readonly number[], began = NOW): Record<string, DomainEvent[]> =>
  Object.fromEntries(
    waits.map((wait, n) => [
      `conversation-${id(n)}`,
      talk(
        id(200 + n),
        [
          ['buyer', 0],
          ['seller', wait],
          ['seller', wait + 500],
        ],
        began,
      ),
    ]),
  );

const given = (streams: Record<string, DomainEvent[]>, sizes?: number[]) =>
  fill(database.knex, MODELS, interleave({ ...PERSON, ...streams }), sizes);
const page = async (now = NOW + HOUR) => {
  const found = await sellerPageOf(database.knex, SELLER, now);
  return found && sellerPage.parse(found);
};
const figures = async (now?: number) => (await page(now))?.figures;

describe('a seller page', () => {
  test('shows the seller, without figures that do not exist yet', async () => {
    await given({});
    expect(await page()).toEqual({
      _id: SELLER,
      username: 'collector',
      reputation: 0,
      ratingCount: 0,
      joinDate: new Date(NOW).toISOString(),
      country: 'Netherlands',
      figures: { sold: 0, response: null, shipsIn: null, disputes: { lost: 0, paid: 0 } },
    });
  });

  const suspension = { at, reason: 'x', by: 'x' };
  test.each<[string, Record<string, DomainEvent[]>]>([
    ['has offered nothing', { [`listing-${LISTING}`]: [published({ sellerId: BUYER })] }],
    ['is not verified', { [`account-${SELLER}`]: [registered()] }],
    ['is suspended', { [`account-${SELLER}`]: [...ACCOUNT, { type: 'AccountSuspended', data: suspension }] }],
    [
      'is leaving',
      { [`account-${SELLER}`]: [...ACCOUNT, { type: 'DeletionRequested', data: { at, eraseAt: at + DAY } }] },
    ],
    ['has left', { [`account-${SELLER}`]: [...ACCOUNT, { type: 'AccountErased', data: { at } }] }],
    [
      'has taken all of it off the market',
      { [`listing-${LISTING}`]: [published(), { type: 'ListingArchived', data: { at, reason: 'bySeller' } }] },
    ],
    [
      'had it taken off the market',
      {
        [`listing-${LISTING}`]: [
          published(),
          { type: 'ListingRemoved', data: { at, reason: 'fake', sellerId: SELLER, removedBy: 'x' } },
        ],
      },
    ],
  ])('does not exist for a seller who %s', async (_, streams) => {
    await given(streams);
    expect([await page(), await sellerNameOf(database.knex, SELLER)]).toEqual([undefined, undefined]);
  });

  test('counts sales, and lost disputes of all paid transactions', async () => {
    const lost = (story: Story) =>
      story
        .disputed()
        .later(DAY)
        .seller({ type: 'ContestDispute', text: 'it left whole', evidence: [] })
        .staff({
          type: 'DecideDispute',
          toBuyer: 500,
          rationale: 'the photos say so',
          seller: { bankVerified: true, payoutsHeldUntil: null },
        });
    await given(
      transactionsOf([
        (story) => story.created(),
        (story) => story.paid(),
        (story) => story.completed(),
        (story) => story.refunded(),
        (story) => story.proposed(),
        (story) => story.settled(),
        lost,
      ]),
    );
    const { disputes, sold } = (await figures())!;
    expect(disputes).toEqual({ lost: 1, paid: 6 });
    expect(sold).toBeGreaterThanOrEqual(2);
    expect(sold).toBeLessThan(disputes.paid);
  });

  test('shows the median business days to ship, of five or more in the last year', async () => {
    const after = (days: number) => (story: Story) =>
      story
        .paid()
        .later(days * DAY)
        .seller({ type: 'ConfirmShipment', trackingCode: 'x', carrier: 'PostNL' });
    // paid on a Monday, 1 June 2026
    const five = [0, 1, 2, 2, 3].map(after);
    expect(five).toHaveLength(LEAST_SHIPMENTS);
    await given(transactionsOf(five.slice(1)));
    expect((await figures())?.shipsIn).toBeNull();
    await given(transactionsOf(five));
    expect((await figures())?.shipsIn).toEqual({ businessDays: 2, shipments: 5 });
    expect((await figures(NOW + DAY + SHIPMENTS_COUNT))?.shipsIn).toBeNull();
  });

  test('shows the median first response to new buyers, of five or more in the last 90 days', async () => {
    const waits = [10, 400, 30, 20, 90];
    expect(waits).toHaveLength(LEAST_ANSWERS);
    await given(answered(waits.slice(1)));
    expect((await figures())?.response).toBeNull();
    await given({ ...answered(waits), [`conversation-${id(50)}`]: talk(id(250), [['buyer', 0]]) });
    expect((await figures())?.response).toEqual({ minutes: 30, answered: 5, begun: 6 });
    expect((await figures(NOW + ANSWERS_COUNT))?.response).toBeNull();
  });

  test('ignores conversations that the seller began, or with earlier buyers', async () => {
    const bySeller = talk(id(300), [
      ['seller', 0],
      ['buyer', 5],
      ['seller', 6],
    ]);
    const known = talk(
      id(100),
      [
        ['buyer', 0],
        ['seller', 5],
      ],
      NOW + DAY,
    );
    await given({
      ...answered([10, 20, 30, 40]),
      ...transactionsOf([(story) => story.paid()]),
      [`conversation-${id(60)}`]: bySeller,
      [`conversation-${id(61)}`]: known,
    });
    expect((await figures(NOW + 2 * DAY))?.response).toBeNull();
    await given({
      ...answered([10, 20, 30, 40, 50]),
      ...transactionsOf([(story) => story.paid()]),
      [`conversation-${id(61)}`]: known,
    });
    expect((await figures(NOW + 2 * DAY))?.response).toEqual({ minutes: 30, answered: 5, begun: 5 });
  });

  test('has the same figures in any order and batching', async () => {
    const streams = { ...PERSON, ...answered([10, 20]), ...transactionsOf([(story) => story.shipped()]) };
    await fill(database.knex, [sellers], interleave(streams), [100]);
    const whole = await contentsOf(database.knex, sellers);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(9), { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (turns, sizes) => {
          await fill(database.knex, [sellers], interleave(streams, turns), sizes);
          expect(await contentsOf(database.knex, sellers)).toEqual(whole);
        },
      ),
      { numRuns: 4 },
    );
  });
});

describe('next to a listing', () => {
  const OTHER = 'c'.repeat(32);
  const offers = (...each: Parameters<typeof published>[0][]): Record<string, DomainEvent[]> =>
    Object.fromEntries(each.map((data, n) => [`listing-${id(n + 1)}`, [published(data)]]));
  const shown = async () => {
    const { ofSeller, similar } = await aroundListing(
      database.knex,
      (await listingById(database.knex, LISTING)) as Listing,
    );
    return [ofSeller, similar].map((found) => found.map(({ _id }) => _id));
  };

  test('shows other listings of its seller, newest first', async () => {
    await given(offers({ at: NOW + 1 }, { at: NOW + 3 }, { at: NOW + 2 }));
    expect(await shown()).toEqual([[id(2), id(3), id(1)], []]);
    const first = await offersOfSeller(database.knex, SELLER, { page: 1, limit: 3 });
    expect(first).toMatchObject({ total: 4, currentPage: 1, hasMore: true });
    expect(first.listings.map(({ _id }) => _id)).toEqual([id(2), id(3), id(1)]);
    const last = await offersOfSeller(database.knex, SELLER, { page: 2, limit: 3 });
    expect([last.listings.map(({ _id }) => _id), last.hasMore]).toEqual([[LISTING], false]);
  });

  test('shows similar listings of others: same faction, then same game, nearest price first', async () => {
    const of = (price: number, more: object = {}) => ({ sellerId: OTHER, price, ...more });
    await given(
      offers(
        of(2_000),
        of(9_000),
        of(2_600),
        of(2_500, { mainFaction: 'Orks' }),
        of(2_500, { franchise: 'dnd' }),
        of(2_400, { mainFaction: 'Orks' }),
      ),
    );
    expect(await shown()).toEqual([[], [id(3), id(1), id(2), id(4), id(6)]]);
  });

  test('shows at most six of each, and none that is reserved, sold or removed', async () => {
    const taken = { at, transactionId: id(900), buyerId: BUYER, until: at };
    await given({
      ...offers(...Array.from({ length: 9 }, (_, n) => ({ sellerId: OTHER, price: 2_500 + n * 100 }))),
      [`listing-${id(1)}`]: [published({ sellerId: OTHER }), { type: 'ListingReserved', data: taken }],
      [`listing-${id(2)}`]: [
        published({ sellerId: OTHER }),
        { type: 'ListingArchived', data: { at, reason: 'bySeller' } },
      ],
    });
    expect(await shown()).toEqual([[], [3, 4, 5, 6, 7, 8].map(id)]);
  });
});
