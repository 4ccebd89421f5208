import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listingQuery } from '#application/contract/listings.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { CONDITIONS } from '#domain/catalogue/conditions.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { FRANCHISES } from '#domain/catalogue/franchises.ts';
import { connect } from '#infrastructure/database/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/database/embeddedPostgres.ts';
import { migrate } from '#infrastructure/database/migrate.ts';
import { allProjections } from '#projections/all.ts';
import { findListings } from '#projections/listings.ts';
import { createTables, tablesIn } from '#projections/running/schemas.ts';
import { NOW, published } from '#tests/projections/given.ts';
import { interleave } from '#tests/projections/sales.ts';

/** What a visitor waits for, over so many listings (LISTINGS, 200,000) of which seven in eight are on offer. */
const LISTINGS = Number(process.env.LISTINGS ?? 200_000);
const QUERIES = 150;

const WORDS =
  `knight dragon wizard warrior archer paladin skeleton orc goblin elf dwarf titan walker tank trooper captain
champion banner battle ancient crimson azure verdant golden silver midnight ember bone royal storm shadow iron chaos
primed assembled magnetised converted limited edition starter box squad regiment hero monster mount chariot artillery
terrain scenic base resin plastic metal painted varnished weathered display tabletop army bundle rare sealed complete`.split(
    /\s+/,
  );

let state = 42;
const random = (): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};
const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() ** 1.7 * items.length)]!;
const id = (n: number) => n.toString(16).padStart(32, '0');

const offer = (n: number) => {
  const franchise = oneOf(FRANCHISES);
  const words = (count: number) => Array.from({ length: count }, () => oneOf(WORDS)).join(' ');
  return published({
    at: NOW + n,
    title: `${words(4)}${n % 50 === 0 ? ` oddity${n}` : ''}`,
    franchise: franchise.id,
    mainFaction: oneOf(Object.keys(franchise.factions)),
    subfaction: '',
    condition: oneOf(CONDITIONS),
    price: 1 + Math.floor(random() ** 3 * 400_000),
    description: words(20),
    country: oneOf(REGISTRATION_COUNTRIES),
  });
};

const dataDir = mkdtempSync(join(tmpdir(), 'browse-bench-'));
chmodSync(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
const db = connect(server.url);
await migrate(db);
for (const projection of allProjections) await createTables(db, projection, 'live');
const listings = allProjections.find(({ name }) => name === 'listings')!;

const started = performance.now();
const BATCH = 1_000;
for (let from = 0; from < LISTINGS; from += BATCH) {
  const batch = Array.from({ length: Math.min(BATCH, LISTINGS - from) }, (_, place): Recorded[] => {
    const n = from + place;
    const archived = { type: 'ListingArchived', data: { at: NOW + n, reason: 'bySeller' } } as const;
    return interleave({ [`listing-${id(n)}`]: n % 8 === 0 ? [offer(n), archived] : [offer(n)] });
  }).flat();
  await db.transaction((transaction) => listings.apply(batch, tablesIn(transaction, 'read_listings')));
}
const rate = (LISTINGS * 1.125 * 1_000) / (performance.now() - started);
console.log(`${LISTINGS} listings folded and saved, ${Math.round(rate)} events/s without reading and decoding`);
await db.raw('VACUUM ANALYZE');

const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

const cases: Record<string, () => Record<string, string>> = {
  'newest, page 1': () => ({}),
  'cheapest, page 1': () => ({ sort: 'price-asc' }),
  'a page in the middle': () => ({ page: String(1 + Math.floor((random() * LISTINGS * 0.87) / 12)) }),
  'one facet': () => ({ franchise: oneOf(FRANCHISES).id }),
  'four facets': () => ({
    ...{ franchise: oneOf(FRANCHISES).id, condition: oneOf(CONDITIONS) },
    country: `${oneOf(REGISTRATION_COUNTRIES)},${oneOf(REGISTRATION_COUNTRIES)}`,
  }),
  'a price range': () => ({ minPrice: '10', maxPrice: String(20 + Math.floor(random() * 500)) }),
  'facets, price, cheapest': () => ({ condition: oneOf(CONDITIONS), minPrice: '5', maxPrice: '50', sort: 'price-asc' }),
  'a common word': () => ({ search: oneOf(WORDS) }),
  'a rare word': () => ({ search: `oddity${Math.floor((random() * LISTINGS) / 50) * 50}` }),
  'two common words': () => ({ search: `${oneOf(WORDS)} ${oneOf(WORDS)}` }),
  'a beginning': () => ({ search: oneOf(WORDS).slice(0, 3) }),
  'a typo': () => ({ search: oneOf(WORDS).replace(/^(.)(.)(.)/, '$1$3$2') }),
  'word and facets': () => ({ search: oneOf(WORDS), franchise: oneOf(FRANCHISES).id, condition: oneOf(CONDITIONS) }),
};
console.log('\nms                            p50     p99');
for (const [name, query] of Object.entries(cases)) {
  const times: number[] = [];
  for (let n = 0; n < QUERIES; n++) {
    const filters = listingQuery.parse(query());
    const began = performance.now();
    await findListings(db, filters);
    if (n >= 10) times.push(performance.now() - began);
  }
  console.log(
    `${name.padEnd(26)} ${percentile(times, 0.5).toFixed(1).padStart(6)} ${percentile(times, 0.99).toFixed(1).padStart(7)}`,
  );
}

await db.destroy();
await server.stop({ evenIfUsed: true });
rmSync(dataDir, { recursive: true, force: true });
