import type { Listing } from '#application/contract/listings.ts';
import { isAway } from '#domain/accounts/accountStatus.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';
import { WATCHERS_TOLD_FROM } from '#domain/listings/watchList.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { toEuros } from '#domain/shared/money.ts';
import { whose } from '../accounts/standing.ts';
import { COLUMNS, detailsOf, type ListingRow } from './row.ts';

export type ShownRow = Omit<ListingRow, 'words' | 'removed' | 'own_rates'> & {
  own: boolean;
  username: string | null;
  reputation: number | null;
  rating_count: number | null;
  joined_at: number | null;
  badge: Listing['badge'];
  watchers: number | null;
  promised: boolean;
  away: boolean | null;
};

const BADGE = `CASE
  WHEN s.disputed THEN 'Disputed'
  WHEN s.status = 'COMPLETED' THEN 'Completed'
  WHEN s.status IN ('IN_ESCROW', 'ESCROW_COMPLETED', 'READY_FOR_PAYOUT', 'PAYOUT_INITIATED') THEN 'Shipped' END AS badge`;

const UNSHOWN: readonly string[] = ['words', 'removed', 'own_rates'];
const SHOWN = Object.keys(COLUMNS).flatMap((column) => (UNSHOWN.includes(column) ? [] : [`l.${column}`]));

/** Listings with their sellers and transactions, without the search words. */
export const shownWhere = (passing: string): string => `
  SELECT ${SHOWN.join(', ')}, l.own_rates IS NOT NULL AS own,
         a.username, a.reputation, a.rating_count, a.joined_at, w.n AS watchers, ${whose(isAway, 'a')} AS away, p.id IS NOT NULL AS promised, ${BADGE}
    FROM read_listings.listings l
    LEFT JOIN read_accounts.accounts a ON a.id = l.seller_id
    LEFT JOIN read_watching.counts w ON w.listing_id = l.id
    LEFT JOIN read_proposals.proposals p ON p.listing_id = l.id AND p.stage = 'accepted' AND p.ended IS NULL
    LEFT JOIN read_transactions.sales s ON s.id = l.sold_to
   WHERE ${passing}`;

export const asListing = (row: ShownRow): Listing => ({
  _id: row.id,
  id: row.id,
  ...detailsOf(row),
  franchiseName: findFranchise(row.franchise)?.name ?? row.franchise,
  price: toEuros(row.price),
  reduced:
    row.reduced_from === null || row.reduced_at === null
      ? undefined
      : { from: toEuros(row.reduced_from), at: new Date(row.reduced_at).toISOString() },
  watchers: row.watchers !== null && row.watchers >= WATCHERS_TOLD_FROM ? row.watchers : undefined,
  shipping: {
    domestic: toEuros(row.domestic),
    continental: toEuros(row.continental),
    international: toEuros(row.international),
    own: row.own,
  },
  status: row.status,
  reserved: row.status === 'active' && (row.reserved_by !== null || row.promised),
  sellerAway: row.status === 'active' && row.away ? true : undefined,
  badge: row.badge,
  disclaimerAccepted: row.disclaimer_accepted,
  images: row.images,
  location: row.country,
  posted: new Date(row.posted_at).toISOString(),
  seller: {
    _id: row.seller_id,
    username: row.username ?? ERASED,
    reputation: row.reputation ?? 0,
    ratingCount: row.rating_count ?? 0,
    joinDate: row.joined_at === null ? null : new Date(row.joined_at).toISOString(),
  },
});
