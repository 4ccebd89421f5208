import type { Knex } from 'knex';
import type { WatchedListing } from '#application/contract/watchList.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { documentProjection } from '../engine/documentProjection.ts';
import { idOf, streamIds } from '../engine/rows.ts';
import { listingsByIds } from './queries.ts';

/** `price`: cents, when it was watched; `since`: epoch ms. */
type WatchedRow = { account_id: string; listing_id: string; price: number; since: number };
/** How many accounts watch a listing. */
type CountRow = { listing_id: string; n: number };

const HANDLED = ['ListingWatched', 'ListingUnwatched', 'AccountErased'] as const;
type Handled = Extract<Recorded, { type: (typeof HANDLED)[number] }>;

export const watchList = documentProjection<Handled, { watched: WatchedRow; counts: CountRow }>({
  name: 'watching',
  version: 1,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.watched (
      account_id text COLLATE "C", listing_id text COLLATE "C", price int NOT NULL, since bigint NOT NULL,
      PRIMARY KEY (account_id, listing_id))`);
    await db.raw(`CREATE INDEX watched_listing ON ${schema}.watched (listing_id, account_id)`);
    await db.raw(`CREATE TABLE ${schema}.counts (listing_id text COLLATE "C" PRIMARY KEY, n int NOT NULL)`);
  },
  tables: {
    watched: { key: ['account_id', 'listing_id'], load: { account_id: streamIds } },
    counts: {
      key: ['listing_id'],
      load: {
        listing_id: (events, { watched }) =>
          events.flatMap(({ type, stream, data }) =>
            type === 'AccountErased'
              ? watched.where('account_id', idOf(stream)).map(({ listing_id }) => listing_id)
              : (data.listingId ?? []),
          ),
      },
    },
  },
  evolve: ({ watched, counts }, { type, stream, data }) => {
    const account_id = idOf(stream);
    const count = (listing_id: string, change: 1 | -1): void => {
      const n = (counts.get(listing_id)?.n ?? 0) + change;
      if (n > 0) counts.put({ listing_id, n });
      else counts.remove({ listing_id, n });
    };
    const unwatch = (row: WatchedRow): void => {
      watched.remove(row);
      count(row.listing_id, -1);
    };
    if (type === 'AccountErased') {
      for (const row of watched.where('account_id', account_id)) unwatch(row);
      return;
    }
    // the id is unreadable once the account is erased; AccountErased follows
    if (data.listingId === null) return;
    const before = watched.get(account_id, data.listingId);
    if (type === 'ListingUnwatched') {
      if (before) unwatch(before);
      return;
    }
    if (!before) count(data.listingId, 1);
    watched.put({ account_id, listing_id: data.listingId, price: data.price, since: data.at });
  },
});

const rowsOf = async (db: Knex, account: AccountId): Promise<WatchedRow[]> => {
  const { rows } = await db.raw<{ rows: WatchedRow[] }>(
    'SELECT * FROM read_watching.watched WHERE account_id = ? ORDER BY since DESC, listing_id',
    [account],
  );
  return rows;
};

export const watchedIdsOf = async (db: Knex, account: AccountId): Promise<ListingId[]> =>
  (await rowsOf(db, account)).map(({ listing_id }) => listing_id);

/** Newest first. `listing` is null once its seller or staff took it off the market. */
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
