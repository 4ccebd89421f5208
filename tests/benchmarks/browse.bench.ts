import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { listingQuery } from '#application/contract/listingSearch.ts';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { allProjections } from '#projections/all.ts';
import { createTables } from '#projections/engine/schemas.ts';
import { findListings } from '#projections/listings/queries.ts';
import { followOffers, type Offers } from '#projections/listings/search/followListings.ts';
import { changeListings, writeListings } from './manyListings.ts';
import { searches } from './searches.ts';

/** What a visitor waits for, over so many listings (LISTINGS, 200,000; aim at 1,000,000: p99 below 20 ms) of which seven in eight are on offer. */
const LISTINGS = Number(process.env.LISTINGS ?? 200_000);
const SAMPLES = 1_000;
const CHANGES = 100_000;

const dataDir = mkdtempSync(join(tmpdir(), 'browse-bench-'));
chmodSync(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
const db = connect(server.url);
await migrateAll(db);
for (const projection of allProjections) await createTables(db, projection, 'live');

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);
const MB = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

const writing = performance.now();
await writeListings(db, LISTINGS);
await db.raw('VACUUM ANALYZE');
await db.raw('CHECKPOINT');
console.log(`${LISTINGS} listings written in ${seconds(writing)} s`);

/** Time with a statement under way. */
let inDatabase = 0;
let underWay = 0;
let since = 0;
db.on('query', () => {
  if (underWay++ === 0) since = performance.now();
});
const ended = () => {
  if (--underWay === 0) inDatabase += performance.now() - since;
};
db.on('query-response', ended);
db.on('query-error', ended);

const stops: number[] = [];
const collections = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) stops.push(duration);
});
collections.observe({ entryTypes: ['gc'] });

const measure = async (offers: Offers, samples: number): Promise<void> => {
  console.log(`\n${'ms'.padEnd(24)}       p50     p99  database p50     p99  here p50     p99`);
  for (const [name, query] of Object.entries(searches(LISTINGS))) {
    const columns = [[], [], []] as [number[], number[], number[]];
    for (let n = -10; n < samples; n++) {
      const filters = listingQuery.parse(query());
      [inDatabase, underWay] = [0, 0];
      const began = performance.now();
      await findListings(db, filters, offers);
      const all = performance.now() - began;
      if (n >= 0) for (const [place, ms] of [all, inDatabase, all - inDatabase].entries()) columns[place]!.push(ms);
    }
    const cells = columns.map((times) => {
      times.sort((one, other) => one - other);
      const at = (share: number) => times[Math.floor(samples * share)]!.toFixed(1);
      return `${at(0.5).padStart(9)} ${at(0.99).padStart(7)}`;
    });
    console.log(`${name.padEnd(24)} ${cells.join(' ')}`);
  }
};

console.log('\nBefore the index is there, by the tables within their time:');
const none = async () => undefined;
await measure({ known: () => undefined, reading: () => true, current: none, load: none }, SAMPLES / 10);

const offers = followOffers(db);
const before = process.memoryUsage();
const loading = performance.now();
const pauses = monitorEventLoopDelay({ resolution: 1 });
pauses.enable();
await offers.load();
pauses.disable();
const used = process.memoryUsage();
console.log(
  `\nRead into memory in ${seconds(loading)} s: ${MB(used.arrayBuffers - before.arrayBuffers)} of bitmaps and numbers, ${MB(used.rss)} resident; pauses of the process meanwhile p99 ${(pauses.percentile(99) / 1e6).toFixed(0)} ms, longest ${(pauses.max / 1e6).toFixed(0)} ms`,
);
stops.length = 0;
await measure(offers, SAMPLES);
console.log(`garbage was collected ${stops.length} times, longest ${Math.max(0, ...stops).toFixed(1)} ms`);

const changing = performance.now();
const longest: number[] = [];
for (let from = 0; from < CHANGES; from += 100) {
  await changeListings(db, { from, count: 100, listings: LISTINGS });
  const began = performance.now();
  await offers.current();
  longest.push(performance.now() - began);
}
longest.sort((one, other) => one - other);
globalThis.gc?.();
const afterwards = process.memoryUsage();
const size = (await offers.current())?.size();
console.log(
  `\n${CHANGES} listings changed, a hundred at a time, in ${seconds(changing)} s: taken in within ${longest[Math.floor(longest.length * 0.99)]!.toFixed(1)} ms (p99); ${MB(afterwards.arrayBuffers)} of bitmaps and numbers, ${MB(afterwards.rss)} resident; ${size?.documents} documents for ${size?.onOffer} on offer`,
);

await db.destroy();
await server.stop({ evenIfUsed: true });
rmSync(dataDir, { recursive: true, force: true });
