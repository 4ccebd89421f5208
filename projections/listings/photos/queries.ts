import type { Knex } from 'knex';

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
