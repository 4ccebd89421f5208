import type { Knex } from 'knex';
import type { ListingId } from '#domain/shared/ids.ts';

/** Undefined also of one whose fact has not come here yet. */
export const listingAttaching = async (db: Knex, s3Key: string): Promise<string | undefined> =>
  (await db('read_photos.photos').where({ s3_key: s3Key }).first('listing'))?.listing;

/** Whether staff took off the market what a photo of this folder shows, or has shown before. */
export const isOfRemoved = async (db: Knex, s3Key: string): Promise<boolean> => {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT FROM read_photos.photos p JOIN read_listings.listings l ON l.id = p.listing WHERE p.s3_key = ? AND l.removed`,
    [s3Key],
  );
  return rows.length > 0;
};

/** Those of these listings that staff took off the market. */
export const removedAmong = async (db: Knex, listings: readonly ListingId[]): Promise<ReadonlySet<ListingId>> =>
  new Set(
    listings.length === 0
      ? []
      : await db('read_listings.listings').whereIn('id', listings).where({ removed: true }).pluck('id'),
  );
