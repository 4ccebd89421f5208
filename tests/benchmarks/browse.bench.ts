import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { listingQuery } from '#application/contract/listings.ts';
import { CONDITIONS } from '#domain/catalogue/conditions.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { FRANCHISES } from '#domain/catalogue/franchises.ts';
import { connect } from '#infrastructure/database/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/database/embeddedPostgres.ts';
import { migrate } from '#infrastructure/database/migrate.ts';
import { allProjections } from '#projections/all.ts';
import { findListings, prepareListings } from '#projections/listings.ts';
import { createTables } from '#projections/running/schemas.ts';
import { writeListings } from './manyListings.ts';

/** What a visitor waits for, over so many listings (LISTINGS, 200,000; aim at 1,000,000: p99 below 20 ms) of which seven in eight are on offer. */
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

const dataDir = mkdtempSync(join(tmpdir(), 'browse-bench-'));
chmodSync(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
const db = connect(server.url);
await migrate(db);
for (const projection of allProjections) await createTables(db, projection, 'live');

const started = performance.now();
await writeListings(db, LISTINGS, WORDS);
await db.raw('VACUUM ANALYZE');
console.log(`${LISTINGS} listings written in ${Math.round((performance.now() - started) / 1_000)} s`);

const heapBefore = process.memoryUsage();
const loading = performance.now();
const pauses = monitorEventLoopDelay({ resolution: 1 });
pauses.enable();
await prepareListings(db);
pauses.disable();
const used = process.memoryUsage();
const MB = (bytes: number) => Math.round(bytes / 1_048_576);
console.log(
  `read into memory in ${((performance.now() - loading) / 1_000).toFixed(1)} s: ${MB(used.arrayBuffers - heapBefore.arrayBuffers)} MB of bitmaps and numbers, ${MB(used.rss)} MB resident; pauses of the process meanwhile p99 ${(pauses.percentile(99) / 1e6).toFixed(0)} ms, longest ${(pauses.max / 1e6).toFixed(0)} ms`,
);

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
  'a rare word': () => ({ search: `oddity${Math.floor((random() * LISTINGS) / 50) * 50 + 1}` }),
  'almost a rare word': () => ({ search: `oddity${Math.floor((random() * LISTINGS) / 50) * 50 + 2}` }),
  'two common words': () => ({ search: `${oneOf(WORDS)} ${oneOf(WORDS)}` }),
  'two that never meet': () => ({ search: 'dexter sinister' }),
  'only in the oldest': () => ({ search: 'heirloom', limit: String(10 + Math.floor(random() * 5)) }),
  'any of many countries': () => ({
    country: REGISTRATION_COUNTRIES.filter(() => random() > 0.5).join(','),
    minPrice: '20',
  }),
  'word, a middle page': () => ({
    search: oneOf(WORDS),
    sort: 'price-desc',
    page: String(1 + Math.floor(random() * 2_000)),
  }),
  'a single letter': () => ({ search: oneOf(WORDS).slice(0, 1) }),
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
