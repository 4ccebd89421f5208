import type { Knex } from 'knex';
import { CONDITIONS } from '#domain/catalogue/conditions.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { FRANCHISES } from '#domain/catalogue/franchises.ts';
import { vocabularyOf } from '#projections/listings/words.ts';
import { image, NOW, SELLER } from '#tests/projections/given.ts';

const FACTIONS = FRANCHISES.flatMap(({ id, name, factions }, place) =>
  Object.keys(factions).map((faction, nth) => ({
    ...{ place, nth, of: Object.keys(factions).length, id, faction },
    words: vocabularyOf(name, faction),
  })),
);

/** A number below `most`, the small ones more often. */
const some = (most: string) => `floor(power(random(), 1.7) * ${most})::int`;

/**
 * Fills the tables of the listings as its handlers would, by SQL. Seven in eight are on offer; every 50th has a word of its own,
 * `dexter` and `sinister` are common and never meet, `heirloom` is common among the oldest alone.
 */
export const writeListings = async (db: Knex, listings: number, words: readonly string[]): Promise<void> => {
  const indexes = await db.raw<{ rows: { indexname: string; indexdef: string }[] }>(
    `SELECT indexname, indexdef FROM pg_indexes
      WHERE schemaname = 'read_listings' AND tablename = 'listings' AND indexname <> 'listings_pkey'`,
  );
  for (const { indexname } of indexes.rows) await db.raw(`DROP INDEX read_listings.${indexname}`);
  await db.transaction(async (transaction) => {
    await transaction.raw(`SET LOCAL synchronous_commit = off`);
    await transaction.raw(
      `CREATE TEMP TABLE factions ON COMMIT DROP AS
       SELECT * FROM json_to_recordset(?::json) f(place int, nth int, "of" int, id text, faction text, words text[])`,
      [JSON.stringify(FACTIONS)],
    );
    await transaction.raw('ALTER TABLE factions ADD PRIMARY KEY (place, nth)');
    await transaction.raw(
      `INSERT INTO read_listings.listings
       SELECT lpad(to_hex(n), 32, '0'), :seller, array_to_string(drawn[1:4], ' '), f.id, f.faction, '',
              (:conditions::text[])[1 + ${some(String(CONDITIONS.length))}], 'Not Painted',
              1 + floor(power(random(), 3) * 400000)::int, array_to_string(drawn, ' '),
              (:countries::text[])[1 + ${some(String(REGISTRATION_COUNTRIES.length))}], true, :images::json,
              CASE WHEN n % 8 = 0 THEN 'archived' ELSE 'active' END, false, null, null, :now::bigint + n,
              array_to_tsvector(array_remove(drawn || f.words || ARRAY[
                CASE WHEN n % 50 = 1 THEN 'oddity' || n END,
                CASE n % 3 WHEN 1 THEN 'dexter' WHEN 2 THEN 'sinister' END,
                CASE WHEN n < (:listings::int) / 4 THEN 'heirloom' END], null))
         FROM (SELECT n, ARRAY(SELECT (:words::text[])[1 + ${some(String(words.length))}]
                                 FROM generate_series(1, 24 + n % 2)) AS drawn,
                      ${some(String(FRANCHISES.length))} + n % 1 AS place, power(random(), 1.7) AS luck
                 FROM generate_series(0, (:listings::int) - 1) n OFFSET 0) l
         JOIN LATERAL (SELECT * FROM factions f WHERE f.place = l.place AND f.nth = floor(l.luck * f."of")::int) f ON true`,
      {
        ...{ seller: SELLER, conditions: [...CONDITIONS], countries: [...REGISTRATION_COUNTRIES], words: [...words] },
        ...{ images: JSON.stringify([image]), now: NOW, listings },
      },
    );
  });
  await db.transaction(async (transaction) => {
    await transaction.raw(`SET LOCAL maintenance_work_mem = '512MB'`);
    for (const { indexdef } of indexes.rows) await transaction.raw(indexdef);
  });
  await db.raw(`INSERT INTO read_listings.changes
    SELECT id, row_number() OVER (ORDER BY posted_at) FROM read_listings.listings`);
  await db.raw(`INSERT INTO read_listings.facets
    SELECT franchise, main_faction, condition, country, count(*)
      FROM read_listings.listings WHERE status = 'active' GROUP BY 1, 2, 3, 4`);
  await db.raw(`INSERT INTO read_listings.vocabulary
    SELECT word, nentry FROM ts_stat('SELECT words FROM read_listings.listings WHERE status = ''active''')`);
};
