import type { Knex } from 'knex';
import type { ListingId } from '#domain/shared/ids.ts';

/** How many listings are on offer, from the kept counts. */
export const activeListingCount = async (db: Knex): Promise<number> => {
  const { rows } = await db.raw('SELECT coalesce(sum(n), 0)::int AS n FROM read_listings.facets');
  return rows[0].n;
};

/** Of the listings on offer, newest first; `page` from 1. Read from the index of the newest alone. */
export const activeListingIds = async (db: Knex, page: number, size: number): Promise<ListingId[]> => {
  const { rows } = await db.raw<{ rows: { id: ListingId }[] }>(
    `SELECT id FROM read_listings.listings WHERE status = 'active' ORDER BY posted_at DESC, id DESC LIMIT ? OFFSET ?`,
    [size, (page - 1) * size],
  );
  return rows.map(({ id }) => id);
};
