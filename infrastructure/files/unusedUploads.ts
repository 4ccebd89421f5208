import type { Knex } from 'knex';
import type { UnusedUploads } from '#application/files/unusedUploads.ts';
import type { Migration } from '../postgres/migrate.ts';

type Row = { s3_key: string; of: string; files: string[]; since: string | number };

/** `since` in epoch ms. */
export const unusedUploadMigrations: Migration[] = [
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
  {
    name: 'files-4-loose-message-images',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE loose_message_images (
          s3_key text PRIMARY KEY,
          conversation_id text NOT NULL,
          files text[] NOT NULL,
          since bigint NOT NULL
        );
        CREATE INDEX ON loose_message_images (since);
      `);
    },
  },
];

/** Separate tables: a release that only knows listings would otherwise delete images of conversations. */
const open =
  (table: string, owner: string) =>
  (db: Knex): UnusedUploads => ({
    add: async (photos) => {
      if (photos.length === 0) return;
      const rows = photos.map(({ s3Key, of, files, since }) => ({
        s3_key: s3Key,
        [owner]: of,
        files: [...files],
        since,
      }));
      await db(table).insert(rows).onConflict('s3_key').merge(['since']);
    },
    due: async (before, limit) => {
      const rows: Row[] = await db(table)
        .select('s3_key', { of: owner }, 'files', 'since')
        .where('since', '<', before)
        .orderBy('since')
        .limit(limit);
      return rows.map(({ s3_key, of, files, since }) => ({ s3Key: s3_key, of, files, since: Number(since) }));
    },
    forget: async (s3Keys) => {
      await db(table)
        .whereIn('s3_key', [...s3Keys])
        .delete();
    },
  });

/** The listing whose folder of photos is about to be attached or has been removed. */
export const listingOfUnused = async (db: Knex, s3Key: string): Promise<string | undefined> =>
  (await db('loose_photos').where({ s3_key: s3Key }).first('listing_id'))?.listing_id;

export const openUnusedPhotos = open('loose_photos', 'listing_id');
export const openUnusedMessageImages = open('loose_message_images', 'conversation_id');
