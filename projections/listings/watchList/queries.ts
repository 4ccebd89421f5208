import type { Knex } from 'knex';
import type { WatchedListing } from '#application/contract/watchList.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { listingsByIds } from '../queries.ts';
import type { WatchedRow } from './projection.ts';

const rowsOf = async (db: Knex, account: AccountId): Promise<WatchedRow[]> => {
  const { rows } = await db.raw<{ rows: WatchedRow[] }>(
    'SELECT * FROM read_watching.watched WHERE account_id = ? ORDER BY since DESC, listing_id',
    [account],
  );
  return rows;
};

export const watchedIdsOf = async (db: Knex, account: AccountId): Promise<ListingId[]> =>
  (await rowsOf(db, account)).map(({ listing_id }) => listing_id);

/** Watched last comes first. What its seller or staff took off the market has no listing to show. */
export const watchedBy = async (db: Knex, account: AccountId): Promise<WatchedListing[]> => {
  const rows = await rowsOf(db, account);
  const listings = new Map(
    (
      await listingsByIds(
        db,
        rows.map(({ listing_id }) => listing_id),
      )
    ).map((listing) => [listing._id, listing]),
  );
  return rows.map(({ listing_id, price, since }) => {
    const listing = listings.get(listing_id);
    return {
      listingId: listing_id,
      watchedAt: new Date(since).toISOString(),
      priceThen: toEuros(price),
      listing: listing && listing.status !== 'archived' ? listing : null,
    };
  });
};

export const watchersOf = async (db: Knex, listing: ListingId): Promise<AccountId[]> => {
  const { rows } = await db.raw<{ rows: { account_id: AccountId }[] }>(
    'SELECT account_id FROM read_watching.watched WHERE listing_id = ? ORDER BY account_id',
    [listing],
  );
  return rows.map(({ account_id }) => account_id);
};
