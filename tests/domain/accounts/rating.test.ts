import { describe, expect, test } from 'vitest';
import type { Actor } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { STATUSES, type Status } from '#domain/transactions/statuses.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { AT, command, given, ID, registered, sellerTerms, verified } from './accountHistory.ts';

const TRANSACTION = '1'.repeat(32);
const BUYER: Actor = { id: 'b'.repeat(32), role: 'member' };
const seller = [registered, verified, sellerTerms] as const;
const rated = {
  type: 'SellerRated',
  data: { at: AT, transactionId: TRANSACTION, buyerId: BUYER.id, rating: 4 },
} as const;

const rate = (transaction: { status?: Status; rateUntil?: number | null } = {}, by = BUYER, at = AT) =>
  command(
    {
      type: 'RateSeller',
      rating: 4,
      sale: {
        id: TRANSACTION,
        buyerId: BUYER.id,
        sellerId: ID,
        status: 'READY_FOR_PAYOUT',
        rateUntil: null,
        ...transaction,
      },
    },
    by,
    at,
  );

describe('rating a seller [D1-009] [D2-263] [L-126]', () => {
  const open: Status[] = ['READY_FOR_PAYOUT', 'PAYOUT_INITIATED', 'COMPLETED'];

  test.each(open)('is possible in %s', (status) =>
    given(...seller)
      .when(rate({ status }))
      .emits(rated),
  );

  test.each(STATUSES.filter((status) => !open.includes(status)))('is refused in %s', (status) =>
    given(...seller)
      .when(rate({ status }))
      .isRejected({ code: 'notRatable', status }),
  );

  test('is possible once per transaction', () =>
    given(...seller, rated)
      .when(rate())
      .isRejected({ code: 'alreadyRated' }));

  test('is only for the buyer', () =>
    given(...seller)
      .when(rate({}, { id: ID, role: 'member' }))
      .isRejected({ code: 'notYourTransaction' }));

  test('is possible up to the last millisecond, 30 days after the payout', () => {
    expect(CURRENT_TERMS.ratingPeriod).toBe(30 * DAY);
    given(...seller)
      .when(rate({ status: 'COMPLETED', rateUntil: AT }))
      .emits(rated);
    given(...seller)
      .when(rate({ status: 'COMPLETED', rateUntil: AT - 1 }))
      .isRejected({ code: 'notRatable', status: 'COMPLETED' });
  });

  test('adds up to the reputation [D2-147]', () =>
    expect(
      given(...seller, rated, {
        type: 'SellerRated',
        data: { ...rated.data, transactionId: '2'.repeat(32), rating: 5 },
      }).state(),
    ).toMatchObject({ reputation: 9, ratedSales: [TRANSACTION, '2'.repeat(32)] }));
});
