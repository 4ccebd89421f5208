import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FRANCHISES } from '#domain/catalogue/franchises.ts';
import type { Wanted } from '#domain/listings/savedSearchFilters.ts';
import { nameOf } from '#domain/listings/savedSearchText.ts';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { allProjections } from '#projections/all.ts';
import { createTables } from '#projections/engine/schemas.ts';
import type { ListingRow } from '#projections/listings/row.ts';
import { answeredBy } from '#projections/listings/savedSearches/answered.ts';
import { NOW } from '#tests/projections/given.ts';
import { writeListings } from './manyListings.ts';
import { COMMON_WORDS, rareWord } from './manyWords.ts';
import { percentile } from './percentile.ts';

/** What one publication costs that is held against so many saved searches (SEARCHES, 10,000) in a market of so many listings (LISTINGS, 50,000). */
const SEARCHES = Number(process.env.SEARCHES ?? 10_000);
const LISTINGS = Number(process.env.LISTINGS ?? 50_000);
const SAMPLES = 100;
const EACH = 5;

const dataDir = mkdtempSync(join(tmpdir(), 'saved-searches-bench-'));
chmodSync(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
const db = connect(server.url);
await migrateAll(db);
for (const projection of allProjections) await createTables(db, projection, 'live');
await writeListings(db, LISTINGS);
const common = COMMON_WORDS;
const any = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)]!;
const mistyped = (word: string): string => `${word.slice(0, 3)}q${word.slice(4)}`;
const NONE = { condition: [], paintQuality: [], country: [] };

const KINDS: Record<string, () => Wanted> = {
  'a game and a price': () => ({
    ...NONE,
    franchise: any(FRANCHISES).id,
    maxPrice: 100 + Math.floor(Math.random() * 5_000),
  }),
  'a common word': () => ({ ...NONE, search: any(common) }),
  'a rare word': () => ({ ...NONE, search: rareWord(Math.floor(Math.random() * 200_000)) }),
  'a mistyped word': () => ({ ...NONE, search: mistyped(any(common.filter(({ length }) => length > 5))) }),
  'of each some': () => any(Object.values(KINDS).slice(0, 4))(),
};

const MEMBER = {
  country: 'Spain',
  status: 'active',
  email_verified: true,
  suspended: false,
  terminated: false,
  deletion_requested: false,
  terms_accepted_at: 0,
  fee_accepted: true,
  has_bank: false,
  bank_verified: false,
  reputation: 0,
  rating_count: 0,
  roles: [],
  joined_at: 0,
};

const insert = async (table: string, rows: readonly object[]): Promise<void> => {
  const columns = Object.keys(rows[0]!).join(', ');
  const values = [JSON.stringify(rows)];
  await db.raw(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(null::${table}, ?::json)`,
    values,
  );
};

const save = async (kind: () => Wanted): Promise<void> => {
  await db.raw('TRUNCATE read_searches.saved');
  await db.raw('TRUNCATE read_accounts.accounts');
  const rows = Array.from({ length: SEARCHES }, (_, n) => {
    const wanted = kind();
    const { franchise = null, faction = null, minPrice = null, maxPrice = null } = wanted;
    const account_id = String(Math.floor(n / EACH)).padStart(32, '0');
    const id = String(n).padStart(32, '0');
    const name = nameOf(wanted);
    return {
      id,
      account_id,
      name,
      wanted,
      pace: 'atOnce',
      saved_at: 0,
      franchise,
      faction,
      min_price: minPrice,
      max_price: maxPrice,
    };
  });
  const members = Array.from({ length: SEARCHES / EACH }, (_, n) => ({ ...MEMBER, id: String(n).padStart(32, '0') }));
  await insert('read_searches.saved', rows);
  await insert('read_accounts.accounts', members);
  await db.raw('VACUUM ANALYZE');
};

const { rows: listings } = await db.raw<{ rows: Pick<ListingRow, 'id'>[] }>(
  `SELECT id FROM read_listings.listings WHERE status = 'active' ORDER BY random() LIMIT ${SAMPLES}`,
);
console.log(`${SEARCHES} saved searches, ${LISTINGS} listings; ms of a publication`);
console.log(`${'searches for'.padEnd(22)}  wall p50    p99   this process p50    p99   members found`);
for (const [kind, make] of Object.entries(KINDS)) {
  await save(make);
  const walls: number[] = [];
  const here: number[] = [];
  let members = 0;
  for (const [n, { id }] of [...listings.slice(0, 5), ...listings].entries()) {
    const cpu = process.cpuUsage();
    const began = performance.now();
    const { found } = await answeredBy(db, { listing: id, former: undefined, at: NOW });
    if (n < 5) continue;
    walls.push(performance.now() - began);
    const { user, system } = process.cpuUsage(cpu);
    here.push((user + system) / 1_000);
    members += found.length;
  }
  const cell = (times: number[], share: number) => percentile(times, share).toFixed(0).padStart(7);
  console.log(
    `${kind.padEnd(22)} ${cell(walls, 0.5)} ${cell(walls, 0.99)}          ${cell(here, 0.5)} ${cell(here, 0.99)}   ${(members / SAMPLES).toFixed(0)}`,
  );
}
await db.destroy();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
