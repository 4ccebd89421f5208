import type { Knex } from 'knex';

const OF_PHOTO = `SELECT id FROM read_listings.listings
  WHERE EXISTS (SELECT FROM json_array_elements(images) image WHERE image->>'s3Key' = :s3Key)
  UNION ALL
  SELECT listing_id FROM read_transactions.sales
  WHERE EXISTS (SELECT FROM json_array_elements(sale->'item'->'images') image WHERE image->>'s3Key' = :s3Key)
  LIMIT 1`;

/** The listing that shows the photos of this folder, or was bought with them; undefined where neither is so. */
export const listingOfPhoto = async (db: Knex, s3Key: string): Promise<string | undefined> => {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(OF_PHOTO, { s3Key });
  return rows[0]?.id;
};
