import { expect, test } from 'vitest';
import { priceProposal } from '#application/contract/priceProposals.ts';
import type { DomainEvent } from '#domain/events.ts';
import { ANSWER_WITHIN, KEPT_FOR_BUYER } from '#domain/listings/proposalPolicy.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { listings } from '#projections/listings/projection.ts';
import { listingById } from '#projections/listings/queries.ts';
import { notifications } from '#projections/notifications/projection.ts';
import { notificationsOf } from '#projections/notifications/queries.ts';
import { proposals } from '#projections/proposals/projection.ts';
import { agreedOn, proposalsOf } from '#projections/proposals/queries.ts';
import { searches } from '#projections/searches/projection.ts';
import { transactions } from '#projections/transactions/projection.ts';
import { watching } from '#projections/watching/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, published, registered, SELLER } from './given.ts';
import { interleave, LISTING } from './sales.ts';
import { fill } from './stand.ts';

const database = useDatabase();
const [FIRST, SECOND] = ['1'.repeat(32), '2'.repeat(32)] as [string, string];
const about = (proposalId = FIRST) => ({ proposalId, buyerId: BUYER, sellerId: SELLER });
const until = NOW + ANSWER_WITHIN;
const proposed = (id = FIRST, price = 2_000): DomainEvent => ({
  type: 'PriceProposed',
  data: { at: NOW, ...about(id), price, asked: 2_500, until },
});
const countered: DomainEvent = {
  type: 'PriceProposalCountered',
  data: { at: NOW, ...about(), proposed: 2_000, price: 2_200, until },
};
const accepted: DomainEvent = {
  type: 'PriceProposalAccepted',
  data: { at: NOW, ...about(), price: 2_200, by: 'buyer', until: NOW + KEPT_FOR_BUYER },
};
const ended = (why: 'lapsed' | 'refused', stage: 'proposed' | 'accepted', id = FIRST, price = 2_200): DomainEvent => ({
  type: 'PriceProposalEnded',
  data: { at: NOW + 1, ...about(id), price, stage, why },
});

const given = (...events: DomainEvent[]) =>
  fill(
    database.knex,
    [accounts, listings, transactions, watching, notifications, proposals, searches],
    interleave({
      [`account-${SELLER}`]: [registered({ username: 'sam' })],
      [`account-${BUYER}`]: [registered({ username: 'bea' })],
      [`listing-${LISTING}`]: [published(), ...events],
    }),
  );
const shown = async (account: string) =>
  (await proposalsOf(database.knex, account)).map((one) => {
    const { side, other, price, proposed: first, stage, ended: why } = priceProposal.parse(one);
    return [side, other.username, price, first, stage, why];
  });
const bell = async (account: string) =>
  (await notificationsOf(database.knex, account, { page: 1, limit: 10 })).notifications.map(({ content }) => content);
const isReserved = async () => (await listingById(database.knex, LISTING))?.reserved;

test('each side sees what is open before what has ended, with the other’s name and both sums', async () => {
  await given(proposed(), proposed(SECOND, 1_000), ended('refused', 'proposed', SECOND, 1_000), countered);
  expect(await shown(BUYER)).toEqual([
    ['buyer', 'sam', 22, 20, 'countered', null],
    ['buyer', 'sam', 10, 10, 'proposed', 'refused'],
  ]);
  expect((await shown(SELLER)).map(([side, other]) => [side, other])).toEqual([
    ['seller', 'bea'],
    ['seller', 'bea'],
  ]);
  expect(await shown('3'.repeat(32))).toEqual([]);
  expect(await isReserved()).toBe(false);
});

test('what was agreed on reserves the listing, and is told to its buyer alone, until it has ended', async () => {
  await given(proposed(), countered, accepted);
  expect(await isReserved()).toBe(true);
  expect(await agreedOn(database.knex, LISTING, BUYER)).toEqual({ price: 2_200, until: NOW + KEPT_FOR_BUYER });
  expect(await agreedOn(database.knex, LISTING, SELLER)).toBeUndefined();
  await given(proposed(), countered, accepted, ended('lapsed', 'accepted'));
  expect(await isReserved()).toBe(false);
  expect(await agreedOn(database.knex, LISTING, BUYER)).toBeUndefined();
});

test('the bell tells each side what the other did, with the name of the listing', async () => {
  await given(proposed(), countered, accepted, ended('lapsed', 'accepted'));
  const title = `“${published().data.title}”`;
  expect((await bell(BUYER)).sort()).toEqual([
    expect.stringContaining(`The time to buy ${title} for €22.00 is over`),
    `sam answers your offer of €20.00 for ${title} with €22.00. Please answer.`,
  ]);
  expect((await bell(SELLER)).sort()).toEqual([
    `bea accepts €22.00 for ${title}, which is reserved for them for 24 hours.`,
    `bea did not buy ${title} for €22.00 in time. It is on sale again.`,
    `bea offers you €20.00 for ${title}. Please answer.`,
  ]);
});
