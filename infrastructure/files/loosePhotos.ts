import type { Knex } from 'knex';
import type { LoosePhotos } from '#application/ports/loosePhotos.ts';
import type { Migration } from '../postgres/migration.ts';

type Row = { s3_key: string; listing_id: string; files: string[]; since: string | number };

/** `since` in epoch ms. */
export const loosePhotoMigrations: Migration[] = [
  {
    name: 'files-3-loose-photos',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE loose_photos (
          s3_key text PRIMARY KEY,
          listing_id text NOT NULL,
          files text[] NOT NULL,
          since bigint NOT NULL
        );
        CREATE INDEX ON loose_photos (since);
      `);
    },
  },
];

export const openLoosePhotos = (db: Knex): LoosePhotos => ({
  add: async (photos) => {
    if (photos.length === 0) return;
    const rows = photos.map(({ s3Key, listing, files, since }) => ({
      s3_key: s3Key,
      listing_id: listing,
      files: [...files],
      since,
    }));
    await db('loose_photos').insert(rows).onConflict('s3_key').merge(['since']);
  },
  due: async (before, limit) => {
    const rows: Row[] = await db('loose_photos').where('since', '<', before).orderBy('since').limit(limit);
    return rows.map(({ s3_key, listing_id, files, since }) => ({
      s3Key: s3_key,
      listing: listing_id,
      files,
      since: Number(since),
    }));
  },
  forget: async (s3Keys) => {
    await db('loose_photos')
      .whereIn('s3_key', [...s3Keys])
      .delete();
  },
});
