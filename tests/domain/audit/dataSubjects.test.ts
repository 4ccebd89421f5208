import { expect, test } from 'vitest';
import { dataSubjectsOf, partiesIn } from '#domain/audit/dataSubjects.ts';

const [BUYER, SELLER, LISTING, STAFF] = ['b', 'c', 'd', 'e'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
  string,
];
const between = { buyerId: BUYER, sellerId: SELLER, listingId: LISTING };
const held = (type: string, actor: string, stream = `transaction-${'1'.repeat(32)}`, data: object = {}) => ({
  type,
  stream,
  data,
  actor: { id: actor },
});

test.each<[string, ReturnType<typeof held>, string[]]>([
  ['what somebody said is theirs', held('DisputeOpened', BUYER), [BUYER]],
  ['the address of a sale is the buyer’s', held('ShippingSet', SELLER), [BUYER]],
  ['what staff wrote about a sale concerns both', held('DisputeDecided', STAFF), [BUYER, SELLER]],
  ['what stands in an account is its owner’s', held('BankDetailsProvided', STAFF, `account-${SELLER}`), [SELLER]],
])('%s', (_, event, ids) => expect(dataSubjectsOf(event, between)).toEqual(ids));

test('a listing photo concerns its seller; an event without a person concerns nobody', () => {
  const offer = held('ListingPublished', SELLER, `listing-${LISTING}`, { sellerId: SELLER });
  expect(dataSubjectsOf(offer, undefined)).toEqual([SELLER]);
  expect(dataSubjectsOf(held('OrphanFactClosed', STAFF, `orphan-${LISTING}`), undefined)).toEqual([]);
});

test('the first event names both parties, if there are any', () => {
  expect(partiesIn({ type: 'ConversationStarted', data: between })).toEqual(between);
  expect(partiesIn({ type: 'TransactionCreated', data: {} })).toBeUndefined();
  expect(partiesIn({ type: 'AccountRegistered', data: between })).toBeUndefined();
  expect(partiesIn(undefined)).toBeUndefined();
});
