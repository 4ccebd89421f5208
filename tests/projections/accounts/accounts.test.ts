import { describe, expect, test } from 'vitest';
import { profile as profileSchema } from '#application/contract/accounts.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { DAY } from '#domain/shared/instants.ts';
import { searchAccounts, terminationProposalsOf } from '#projections/accounts/people.ts';
import {
  accountsWithRole,
  deletionsDue,
  maskedBankDetailsOf,
  profileOf,
  sellerStatusOf,
} from '#projections/accounts/queries.ts';
import { allProjections } from '#projections/all.ts';
import { listingById } from '#projections/listings/queries.ts';
import { statsOf } from '#projections/transactions/accountStats.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, published, registered, SELLER } from '../given.ts';
import { fill, openHarness } from '../harness.ts';
import { ADDRESS, interleave, LISTING, openTransaction, TRANSACTION } from '../transactions/transactionRows.ts';

const database = useDatabase();
const at = NOW;
const bank = { accountHolder: 'Sam Seller', iban: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };
const { country: _, ...address } = ADDRESS;
const event = <Type extends AccountEvent['type']>(type: Type, data: object = {}) =>
  ({ type, data: { at, ...data } }) as unknown as AccountEvent;
const onboarded = [
  registered({ username: 'sam', email: 'sam@example.com' }),
  event('EmailVerified'),
  event('ProfileUpdated', { fullName: 'Sam Seller', country: 'Belgium' }),
  event('ShippingAddressSet', { address }),
  event('SellerTermsAccepted'),
  event('BankDetailsProvided', { bank, payoutsHeldUntil: null }),
  event('BankAccountVerified'),
];
const given = (...events: AccountEvent[]) =>
  fill(database.knex, allProjections, interleave({ [`account-${SELLER}`]: events }));
const profile = async () => (await profileOf(database.knex, SELLER))!;

const TERMINATED = event('AccountTerminated', {
  proposalId: '1'.repeat(32),
  proposedBy: 'x',
  confirmedBy: 'y',
  eraseAt: NOW + 30 * DAY,
});

describe('an account', () => {
  test('starts as an unverified buyer with the default shipping rates', async () => {
    await given(registered());
    const fresh = await profile();
    expect(profileSchema.parse(fresh)).toEqual(fresh);
    expect(fresh).toMatchObject({
      status: 'unverified',
      roles: ['member'],
      fullName: null,
      shippingAddress: null,
      reputation: 0,
      ratingCount: 0,
      platformAgreements: { termsAccepted: true, feeAccepted: false },
      bankAccount: { verified: false },
      shippingRates: { domesticRate: 5, continentalRate: 15, internationalRate: 30 },
    });
  });

  test('shows the profile that its holder entered [D2-145] [D2-146]', async () => {
    await given(...onboarded, event('ShippingRatesSet', { domestic: 450, continental: 1_299, international: 3_000 }));
    expect(await profile()).toMatchObject({
      status: 'active',
      fullName: 'Sam Seller',
      country: 'Belgium',
      shippingAddress: address,
      platformAgreements: { feeAccepted: true },
      bankAccount: { verified: true },
      email: 'sam@example.com',
      username: 'sam',
      shippingRates: { domesticRate: 4.5, continentalRate: 12.99, internationalRate: 30 },
    });
  });

  test('stores only the first and last characters of an IBAN [D2-148]', async () => {
    await given(...onboarded);
    expect(await maskedBankDetailsOf(database.knex, SELLER)).toEqual({
      maskedDetails: { accountHolder: 'Sam Seller', iban: 'NL91 **** **** 4300', bankName: 'ABN AMRO' },
    });
    expect(JSON.stringify(await database.knex.withSchema('read_accounts').table('accounts'))).not.toContain('0417164');
  });

  test('needs verification again after a change of bank details, and shows why it was rejected', async () => {
    await given(...onboarded, event('BankDetailsProvided', { bank, payoutsHeldUntil: NOW + 3 * DAY }));
    expect(await sellerStatusOf(database.knex, SELLER)).toMatchObject({
      hasBankDetails: true,
      bankAccount: { verified: false },
    });
    await given(...onboarded, event('BankAccountRejected', { reason: 'account closed' }));
    expect(await sellerStatusOf(database.knex, SELLER)).toEqual({
      feeAccepted: true,
      hasBankDetails: true,
      bankAccount: { verified: false, rejectedReason: 'account closed' },
      payoutsHeldUntil: null,
      frozenUntil: null,
    });
  });

  test.each([
    ['suspended', [event('AccountSuspended', { reason: 'fraud' })]],
    ['active', [event('AccountSuspended', { reason: 'fraud' }), event('AccountReinstated', { reason: 'sorry' })]],
    ['deletion_pending', [event('DeletionRequested', { eraseAt: NOW + 30 * DAY })]],
    ['active', [event('DeletionRequested', { eraseAt: NOW + 30 * DAY }), event('DeletionCancelled')]],
    ['suspended', [event('DeletionRequested', { eraseAt: NOW }), event('AccountSuspended', { reason: 'fraud' })]],
    ['suspended', [event('AccountSuspended', { reason: 'fraud' }), TERMINATED]],
    [
      'active',
      [event('AccountSuspended', { reason: 'fraud' }), TERMINATED, event('AccountReinstated', { reason: 'no' })],
    ],
    ['deleted', [event('DeletionRequested', { eraseAt: NOW }), event('AccountErased')]],
  ] as const)('is %s after what happened [L-017]', async (status, events) => {
    await given(...onboarded, ...events);
    expect((await profile()).status).toBe(status);
  });

  test('is due for erasure after a termination, unless it is reinstated', async () => {
    const suspended = event('AccountSuspended', { reason: 'fraud' });
    const reinstated = event('AccountReinstated', { reason: 'sorry' });
    const due = () => deletionsDue(database.knex, NOW + 30 * DAY, 10);
    await given(...onboarded, suspended, TERMINATED);
    expect(await due()).toMatchObject([{ account: SELLER }]);
    await given(...onboarded, suspended, TERMINATED, reinstated);
    expect(await due()).toEqual([]);
    const leaving = event('DeletionRequested', { eraseAt: NOW + DAY });
    await given(...onboarded, leaving, suspended, TERMINATED, reinstated);
    expect(await due()).toMatchObject([{ account: SELLER }]);
  });

  test('shows a proposed termination until it is answered or the account is reinstated', async () => {
    const suspended = event('AccountSuspended', { reason: 'fraud' });
    const proposed = event('TerminationProposed', { proposalId: '1'.repeat(32), reason: 'fraud', proposedBy: BUYER });
    const answer = { proposalId: '1'.repeat(32), reason: 'no' };
    const waiting = async () => {
      const query = { search: '', status: 'termination_proposed', page: 1, limit: 20 } as const;
      const { accounts: listed } = await searchAccounts(database.knex, query, { id: BUYER, roles: ['staff'] });
      const proposals = await terminationProposalsOf(database.knex);
      expect(listed.map(({ _id }) => _id)).toEqual(proposals.map(({ account }) => account._id));
      expect(listed.every(({ terminationProposed }) => terminationProposed)).toBe(true);
      return proposals;
    };
    await given(...onboarded, suspended, proposed);
    expect(await waiting()).toMatchObject([{ account: { _id: SELLER }, proposedBy: { _id: BUYER } }]);
    for (const after of [
      event('TerminationRejected', { ...answer, rejectedBy: BUYER }),
      event('TerminationWithdrawn', { ...answer, withdrawnBy: BUYER }),
      event('AccountReinstated', { reason: 'sorry' }),
      TERMINATED,
    ]) {
      await given(...onboarded, suspended, proposed, after);
      expect(await waiting()).toEqual([]);
    }
  });

  test('is due for erasure after 30 days, until it is erased', async () => {
    const requested = event('DeletionRequested', { eraseAt: NOW + 30 * DAY });
    await given(...onboarded, requested);
    expect(await deletionsDue(database.knex, NOW + 30 * DAY - 1, 10)).toEqual([]);
    const [due, ...others] = await deletionsDue(database.knex, NOW + 30 * DAY, 10);
    expect([due, others]).toEqual([{ account: SELLER, eraseAt: NOW + 30 * DAY }, []]);
    expect(await deletionsDue(database.knex, NOW + 30 * DAY, 10, due)).toEqual([]);
    const before = { account: '0'.repeat(32), eraseAt: NOW + 30 * DAY };
    expect(await deletionsDue(database.knex, NOW + 30 * DAY, 10, before)).toEqual([due]);
    await given(...onboarded, requested, event('AccountErased'));
    expect(await deletionsDue(database.knex, NOW + 60 * DAY, 10)).toEqual([]);
  });

  test('gains and loses roles', async () => {
    await given(
      ...onboarded,
      event('RoleGranted', { role: 'staff', grantedBy: 'cli' }),
      event('RoleGranted', { role: 'auditor', grantedBy: 'cli' }),
    );
    expect((await profile()).roles).toEqual(['member', 'staff', 'auditor']);
    expect(await accountsWithRole(database.knex, 'staff')).toEqual([SELLER]);
    await given(
      ...onboarded,
      event('RoleGranted', { role: 'staff', grantedBy: 'cli' }),
      event('RoleRevoked', { role: 'staff', revokedBy: 'cli' }),
    );
    expect(await accountsWithRole(database.knex, 'staff')).toEqual([]);
  });
});

test('statistics count active listings, paid sales, unread messages and new reviews [D1-187] [D2-147] [D2-149]', async () => {
  const talk = `conversation-${BUYER}${SELLER}${LISTING}`;
  const said = (n: number) => ({
    type: 'MessageSent' as const,
    data: { at, messageId: String(n).padStart(32, '0'), senderId: BUYER, content: 'hello', image: null },
  });
  const rating = event('SellerRated', { transactionId: TRANSACTION, buyerId: BUYER, rating: 4 });
  const another = event('SellerRated', { transactionId: '9'.repeat(32), buyerId: BUYER, rating: 5 });
  const words = { authorId: BUYER, sellerId: SELLER, rating: 4, text: 'Lovely' };
  await fill(
    database.knex,
    allProjections,
    interleave({
      [`transaction-${TRANSACTION}`]: openTransaction().completed().events,
      [`transaction-${'9'.repeat(32)}`]: openTransaction({ id: '9'.repeat(32) }).refunded().events,
      [`account-${SELLER}`]: [...onboarded, rating, another],
      // the review of a rating that counts already
      [`review-${TRANSACTION}`]: [{ type: 'ReviewWritten', data: { ...words, at: rating.data.at } }],
      [`listing-${LISTING}`]: [published()],
      [`listing-${'8'.repeat(32)}`]: [published(), { type: 'ListingArchived', data: { at, reason: 'bySeller' } }],
      [talk]: [
        { type: 'ConversationStarted', data: { at, buyerId: BUYER, sellerId: SELLER, listingId: LISTING } },
        said(1),
        said(2),
      ],
    }),
  );
  const stats = {
    activeListings: 1,
    totalSales: 1,
    unreadMessages: 2,
    needsYou: 0,
    newReviews: 2,
    reputation: 9,
    ratingCount: 2,
  };
  const ratedAt = rating.data.at;
  expect(await statsOf(database.knex, SELLER, ratedAt + 30 * DAY - 1)).toEqual(stats);
  expect(await statsOf(database.knex, SELLER, ratedAt + 30 * DAY)).toEqual({ ...stats, newReviews: 0 });
  expect(await profile()).toMatchObject({ reputation: 9, ratingCount: 2 });
  expect(await statsOf(database.knex, '0'.repeat(32), ratedAt)).toBeUndefined();
});

test('an erased account leaves nothing personal, also after a rebuild', async () => {
  const harness = openHarness(database.url, database.knex);
  await harness.append(`account-${SELLER}`, ...onboarded, event('DeletionRequested', { eraseAt: NOW }));
  await harness.append(`listing-${LISTING}`, published());
  const before = await harness.history();
  await harness.append(`account-${SELLER}`, event('AccountErased'));
  await harness.keys.erase(`account-${SELLER}`);
  const [erased] = (await harness.history()).slice(-1);

  for (const history of [[...before, erased!], await harness.history()]) {
    await fill(database.knex, allProjections, history);
    const rows = JSON.stringify(await database.knex.withSchema('read_accounts').table('accounts'));
    expect(rows).not.toMatch(/sam|Sam|Ghent|NL91|ABN/);
    expect(await profile()).toMatchObject({
      username: '[erased]',
      email: '[erased]',
      fullName: null,
      shippingAddress: null,
    });
    expect((await listingById(database.knex, LISTING))!.seller.username).toBe('[erased]');
  }
  await harness.close();
});
