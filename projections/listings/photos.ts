import type { Knex } from 'knex';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import type { ListingId } from '#domain/shared/ids.ts';
import { documentProjection } from '../engine/documentProjection.ts';
import { idOf } from '../engine/rows.ts';

const HANDLED = ['ListingPublished', 'ListingPhotosChanged'] as const satisfies readonly ListingEvent['type'][];
type Handled = Extract<Recorded, { type: (typeof HANDLED)[number] }>;

/** Which listing has shown the photos of a folder, also after it was given other photos. */
export const photos = documentProjection<Handled, { photos: { s3_key: string; listing: string } }>({
  name: 'photos',
  version: 1,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(
      `CREATE TABLE ${schema}.photos (s3_key text COLLATE "C" PRIMARY KEY, listing text COLLATE "C" NOT NULL)`,
    );
  },
  tables: { photos: { key: ['s3_key'] } },
  evolve: (documents, { stream, data }) => {
    for (const { s3Key } of data.images) documents.photos.put({ s3_key: s3Key, listing: idOf(stream) });
  },
});

/** Undefined also while the read model has not seen the listing yet. */
export const listingAttaching = async (db: Knex, s3Key: string): Promise<string | undefined> =>
  (await db('read_photos.photos').where({ s3_key: s3Key }).first('listing'))?.listing;

/** Whether staff removed the listing that shows this photo, or has shown it. */
export const isOfRemoved = async (db: Knex, s3Key: string): Promise<boolean> => {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT FROM read_photos.photos p JOIN read_listings.listings l ON l.id = p.listing WHERE p.s3_key = ? AND l.removed`,
    [s3Key],
  );
  return rows.length > 0;
};

const OF_PHOTO = `SELECT id FROM read_listings.listings
  WHERE EXISTS (SELECT FROM json_array_elements(images) image WHERE image->>'s3Key' = :s3Key)
  UNION ALL
  SELECT listing_id FROM read_transactions.sales
  WHERE EXISTS (SELECT FROM json_array_elements(sale->'item'->'images') image WHERE image->>'s3Key' = :s3Key)
  LIMIT 1`;

/** The listing that shows the photos of this folder now, or was bought with them. */
export const listingOfPhoto = async (db: Knex, s3Key: string): Promise<ListingId | undefined> => {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(OF_PHOTO, { s3Key });
  return rows[0]?.id;
};
