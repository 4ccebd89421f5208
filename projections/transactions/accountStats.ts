import type { Knex } from 'knex';
import type { z } from 'zod';
import type { userStats } from '#application/contract/accounts.ts';
import { RECENT_RATINGS } from '#domain/accounts/limits.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { waitsFor } from '../listings/priceOffers.ts';
import { SOLD } from '../listings/sellers.ts';

/**
 * `totalSales`: paid and neither cancelled nor refunded. `newReviews`: ratings of the 30 days before `now`.
 * `needsYou`: transactions and price offers that wait for this account.
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
