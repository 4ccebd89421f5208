import type { Knex } from 'knex';

/** Undefined also of one whose fact has not come here yet. */
export const listingAttaching = async (db: Knex, s3Key: string): Promise<string | undefined> =>
  (await db('read_photos.photos').where({ s3_key: s3Key }).first('listing'))?.listing;
