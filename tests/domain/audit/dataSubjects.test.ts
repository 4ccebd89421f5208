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
  ['a party’s own words belong to that party', held('DisputeOpened', BUYER), [BUYER]],
  ['the address of a transaction belongs to the buyer', held('ShippingSet', SELLER), [BUYER]],
  ['a staff text about a transaction concerns both parties', held('DisputeDecided', STAFF), [BUYER, SELLER]],
  ['data in an account belongs to its owner', held('BankDetailsProvided', STAFF, `account-${SELLER}`), [SELLER]],
])('%s', (_, event, ids) => expect(dataSubjectsOf(event, between)).toEqual(ids));

test('links a listing photo to its seller, and an event without a person to nobody', () => {
  const offer = held('ListingPublished', SELLER, `listing-${LISTING}`, { sellerId: SELLER });
  expect(dataSubjectsOf(offer, undefined)).toEqual([SELLER]);
  expect(dataSubjectsOf(held('OrphanFactClosed', STAFF, `orphan-${LISTING}`), undefined)).toEqual([]);
});

test('finds both parties in the first event, if it names any', () => {
  expect(partiesIn({ type: 'ConversationStarted', data: between })).toEqual(between);
  expect(partiesIn({ type: 'TransactionCreated', data: {} })).toBeUndefined();
  expect(partiesIn({ type: 'AccountRegistered', data: between })).toBeUndefined();
  expect(partiesIn(undefined)).toBeUndefined();
});
