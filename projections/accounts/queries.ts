import type { Knex } from 'knex';
import type { z } from 'zod';
import type { DueErasure } from '#application/accounts/storage.ts';
import type {
  maskedBankDetails,
  Profile,
  SessionUser,
  sellerStatus,
  userStats,
} from '#application/contract/accounts.ts';
import { RECENT_RATINGS } from '#domain/accounts/limits.ts';
import type { Role } from '#domain/shared/actor.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { toEuros } from '#domain/shared/money.ts';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';
import { waitsFor } from '../listings/priceOffers/waiting.ts';
import { SOLD } from '../listings/sellers/sold.ts';
import type { AccountRow } from './row.ts';

const rowOf = async (db: Knex, id: AccountId): Promise<AccountRow | undefined> =>
  db.withSchema('read_accounts').table<AccountRow>('accounts').where({ id }).first();

const ratesOf = (row: AccountRow) => ({
  domestic: row.domestic_rate ?? DEFAULT_SHIPPING_RATES.domestic,
  continental: row.continental_rate ?? DEFAULT_SHIPPING_RATES.continental,
  international: row.international_rate ?? DEFAULT_SHIPPING_RATES.international,
});

const identityOf = (row: AccountRow): Omit<SessionUser, 'appearance'> => ({
  _id: row.id,
  userId: row.id,
  username: row.username ?? ERASED,
  email: row.email ?? ERASED,
  fullName: row.full_name,
  country: row.country,
  shippingAddress: row.address,
  platformAgreements: { termsAccepted: true, feeAccepted: row.fee_accepted },
  roles: row.roles,
});

/** The account's own view of itself: only for its holder. */
export const profileOf = async (db: Knex, id: AccountId): Promise<Profile | undefined> => {
  const row = await rowOf(db, id);
  if (!row) return undefined;
  const rates = ratesOf(row);
  return {
    ...identityOf(row),
    bankAccount: { verified: row.bank_verified },
    shippingRates: {
      domesticRate: toEuros(rates.domestic),
      continentalRate: toEuros(rates.continental),
      internationalRate: toEuros(rates.international),
    },
    reputation: row.reputation,
    ratingCount: row.rating_count,
    status: row.status,
    joinDate: new Date(row.joined_at).toISOString(),
  };
};

/**
 * `totalSales`: paid and neither cancelled nor refunded. `newReviews`: ratings received in the 30 days before `now`.
 * `unreadMessages` counts over all conversations, `needsYou` the sales and the price proposals that wait for this account.
 */
export const statsOf = async (
  db: Knex,
  id: AccountId,
  now: Instant,
): Promise<z.infer<typeof userStats> | undefined> => {
  const { rows } = await db.raw(
    `SELECT a.reputation, a.rating_count AS "ratingCount",
            (SELECT count(*) FROM read_listings.listings l WHERE l.seller_id = a.id AND l.status = 'active') AS "activeListings",
            (SELECT count(*) FROM read_transactions.sales s WHERE s.seller_id = a.id AND s.status IN (${SOLD})) AS "totalSales",
            (SELECT coalesce(sum(c.buyer_unread), 0) FROM read_conversations.conversations c WHERE c.buyer_id = a.id)::int
            + (SELECT coalesce(sum(c.seller_unread), 0) FROM read_conversations.conversations c WHERE c.seller_id = a.id)::int AS "unreadMessages",
            (SELECT count(*) FROM read_transactions.sales s
              WHERE s.buyer_id = a.id AND s.buyer_due IS NOT NULL OR s.seller_id = a.id AND s.seller_due IS NOT NULL)
            + (SELECT count(*) FROM read_proposals.proposals p JOIN read_listings.listings l ON l.id = p.listing_id
                WHERE ${waitsFor('a.id')}) AS "needsYou",
            (SELECT count(*) FROM read_activity.items i
              WHERE i.account_id = a.id AND i.step = 'SellerRated' AND i.at > ?) AS "newReviews"
       FROM read_accounts.accounts a WHERE a.id = ?`,
    [now - RECENT_RATINGS, id],
  );
  return rows[0];
};

export const maskedBankDetailsOf = async (db: Knex, id: AccountId): Promise<z.infer<typeof maskedBankDetails>> => ({
  maskedDetails: (await rowOf(db, id))?.bank ?? null,
});

export const sellerStatusOf = async (
  db: Knex,
  id: AccountId,
): Promise<Omit<z.infer<typeof sellerStatus>, 'identityPage'> | undefined> => {
  const row = await rowOf(db, id);
  return (
    row && {
      feeAccepted: row.fee_accepted,
      hasBankDetails: row.has_bank,
      bankAccount: { verified: row.bank_verified, rejectedReason: row.bank_rejected_reason },
      payoutsHeldUntil: row.payouts_held_until === null ? null : new Date(row.payouts_held_until).toISOString(),
      frozenUntil: row.frozen_until === null ? null : new Date(row.frozen_until).toISOString(),
    }
  );
};

/** Everybody who holds a role and may act in it, such as the staff to whom a case is reported. */
export const accountsWithRole = async (db: Knex, role: Exclude<Role, 'member'>): Promise<AccountId[]> => {
  const rows = await db
    .withSchema('read_accounts')
    .table<AccountRow>('accounts')
    .whereRaw('roles @> ARRAY[?]::text[]', [role])
    .whereRaw("roles <> '{member}'")
    .whereNotIn('status', ['suspended', 'deleted'])
    .orderBy('id')
    .select('id');
  return rows.map(({ id }) => id);
};

/** Accounts whose 30 days of pending deletion are over. */
export const deletionsDue = async (
  db: Knex,
  now: number,
  limit: number,
  beyond?: DueErasure,
): Promise<DueErasure[]> => {
  const due = db
    .withSchema('read_accounts')
    .table<AccountRow>('accounts')
    .where('erase_at', '<=', now)
    .orderBy(['erase_at', 'id'])
    .limit(limit)
    .select('id', 'erase_at');
  if (beyond) void due.whereRaw('(erase_at, id) > (?, ?)', [beyond.eraseAt, beyond.account]);
  return (await due).map(({ id, erase_at }) => ({ account: id, eraseAt: Number(erase_at) }));
};
