import type { Knex } from 'knex';
import { CONDITIONS } from '#domain/catalogue/conditions.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { FRANCHISES } from '#domain/catalogue/franchises.ts';
import { vocabularyOf } from '#projections/listings/search/words.ts';
import { image, NOW, SELLER } from '#tests/projections/given.ts';
import { COMMON_WORDS, RARE_WORD_SQL, RARE_WORDS, SYLLABLES } from './manyWords.ts';

const FACTIONS = FRANCHISES.flatMap(({ id, name, factions }, place) =>
  Object.keys(factions).map((faction, nth) => ({
    place,
    nth,
    of: Object.keys(factions).length,
    id,
    faction,
    words: vocabularyOf(name, faction),
  })),
);

/** A number below `most`, the small ones more often. */
const some = (most: string) => `floor(power(random(), 1.7) * ${most})::int`;

/**
 * Fills the tables of the listings as its handlers would, by SQL. Seven in eight are on offer; each has some two dozen common words
 * and three rare ones, every 50th also one of its own, `dexter` and `sinister` are common and never meet, `heirloom` is common among
 * the oldest alone.
 */
export const writeListings = async (db: Knex, listings: number): Promise<void> => {
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
      `INSERT INTO read_listings.listings (id, seller_id, title, franchise, main_faction, subfaction, condition, paint_quality, price, description,
         country, domestic, continental, international, disclaimer_accepted, images, status, removed, reserved_by, sold_to, posted_at, words)
       SELECT lpad(to_hex(n), 32, '0'), :seller, array_to_string(drawn[1:4], ' '), f.id, f.faction, '',
              (:conditions::text[])[1 + ${some(String(CONDITIONS.length))}], 'Not Painted',
              1 + floor(power(random(), 3) * 400000)::int, array_to_string(drawn, ' '),
              (:countries::text[])[1 + ${some(String(REGISTRATION_COUNTRIES.length))}], 500, 1000, 2000, true, :images::json,
              CASE WHEN n % 8 = 0 THEN 'archived' ELSE 'active' END, false, null, null, :now::bigint + n,
              array_to_tsvector(array_remove(drawn || rare || f.words || ARRAY[
                CASE WHEN n % 50 = 1 THEN 'oddity' || n END,
                CASE n % 3 WHEN 1 THEN 'dexter' WHEN 2 THEN 'sinister' END,
                CASE WHEN n < (:listings::int) / 4 THEN 'heirloom' END], null))
         FROM (SELECT n, ARRAY(SELECT (:words::text[])[1 + ${some(String(COMMON_WORDS.length))}]
                                 FROM generate_series(1, 24 + n % 2)) AS drawn,
                      ARRAY(SELECT ${RARE_WORD_SQL} FROM (SELECT floor(power(random(), 3) * ${RARE_WORDS})::int + n % 1 AS k
                                                          FROM generate_series(1, 3)) r) AS rare,
                      ${some(String(FRANCHISES.length))} + n % 1 AS place, power(random(), 1.7) AS luck
                 FROM generate_series(0, (:listings::int) - 1) n OFFSET 0) l
         JOIN LATERAL (SELECT * FROM factions f WHERE f.place = l.place AND f.nth = floor(l.luck * f."of")::int) f ON true`,
      {
        seller: SELLER,
        conditions: [...CONDITIONS],
        countries: [...REGISTRATION_COUNTRIES],
        words: COMMON_WORDS,
        syllables: SYLLABLES,
        images: JSON.stringify([image]),
        now: NOW,
        listings,
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

/** So many of them change their price and their words, or come off the market or back to it, as the handlers write it. */
export const changeListings = async (
  db: Knex,
  { from, count, listings }: { from: number; count: number; listings: number },
): Promise<void> => {
  const ids = Array.from({ length: count }, (_, nth) =>
    (((from + nth) * 7_919) % listings).toString(16).padStart(32, '0'),
  );
  await db.raw(
    `WITH changed AS (
       UPDATE read_listings.listings
          SET price = price + 1, words = words || array_to_tsvector(ARRAY['renewed' || price]),
              status = CASE WHEN hashtext(id) % 3 = 0 THEN 'archived' ELSE 'active' END
        WHERE id = ANY(:ids) RETURNING id),
     numbered AS (SELECT id, (SELECT max(number) FROM read_listings.changes) + row_number() OVER () AS number FROM changed)
     UPDATE read_listings.changes c SET number = n.number FROM numbered n WHERE c.listing = n.id`,
    { ids },
  );
};
