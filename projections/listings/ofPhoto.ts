import type { Knex } from 'knex';

const OF_PHOTO = `SELECT id FROM read_listings.listings
  WHERE EXISTS (SELECT FROM json_array_elements(images) image WHERE image->>'s3Key' = ?)`;

/** The listing that shows the photos of this folder; undefined where none does any more. */
export const listingOfPhoto = async (db: Knex, s3Key: string): Promise<string | undefined> => {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(OF_PHOTO, [s3Key]);
  return rows[0]?.id;
};
