import type { Projection } from '../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../engine/rows.ts';
import {
  changesSearch,
  countChanges,
  listingsElsewhere,
  listingsOf,
  type MoveEvent,
  movesOf,
  numberChanges,
  type RatesEvent,
  ratesOf,
  saveCounts,
  saveRates,
  withRates,
} from './applying.ts';
import { COLUMNS, evolve, HANDLED, type Handled, type ListingRow, withoutWords } from './row.ts';
import { COUNTED } from './search/facets.ts';

export const listings: Projection = {
  name: 'listings',
  ordinals: ['changes.number'],
  version: 9,
  handles: [...HANDLED, 'ProfileUpdated', 'ShippingRatesSet', 'AccountErased'],
  create: async (db, schema) => {
    const columns = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
    await db.raw(`CREATE TABLE ${schema}.listings (${columns.join(', ')}) WITH (fillfactor = 90)`);
    await db.raw(
      `CREATE INDEX listings_newest ON ${schema}.listings (posted_at DESC, id DESC) WHERE status = 'active'`,
    );
    await db.raw(`CREATE INDEX listings_cheapest ON ${schema}.listings (price, id) WHERE status = 'active'`);
    await db.raw(`CREATE INDEX listings_facets ON ${schema}.listings
      (franchise, main_faction, condition, country, price, posted_at, id) WHERE status = 'active'`);
    await db.raw(
      `CREATE INDEX listings_words ON ${schema}.listings USING gin (words) WITH (gin_pending_list_limit = 256) WHERE status = 'active'`,
    );
    await db.raw(`CREATE INDEX listings_seller ON ${schema}.listings (seller_id, posted_at DESC, id DESC)`);
    await db.raw(`CREATE TABLE ${schema}.rates (seller_id text COLLATE "C" PRIMARY KEY,
      domestic int NOT NULL, continental int NOT NULL, international int NOT NULL)`);
    await db.raw(`CREATE TABLE ${schema}.changes (listing text COLLATE "C" PRIMARY KEY, number bigint NOT NULL)`);
    await db.raw(`CREATE UNIQUE INDEX changes_number ON ${schema}.changes (number)`);
    await db.raw(`CREATE TABLE ${schema}.facets (
      ${COUNTED.map((facet) => `${facet} text COLLATE "C"`).join(', ')}, n int NOT NULL, PRIMARY KEY (${COUNTED.join(', ')}))`);
    await db.raw(`CREATE TABLE ${schema}.vocabulary (word text COLLATE "C" PRIMARY KEY, n int NOT NULL)`);
    await db.raw(`CREATE INDEX vocabulary_similar ON ${schema}.vocabulary USING gist (word public.gist_trgm_ops)`);
  },
  apply: async (batch, tables) => {
    const ofAccounts: readonly string[] = ['ProfileUpdated', 'ShippingRatesSet', 'AccountErased'];
    const events = batch.filter(({ type }) => !ofAccounts.includes(type)) as readonly Handled[];
    const erased = new Set(batch.flatMap(({ type, stream }) => (type === 'AccountErased' ? [idOf(stream)] : [])));
    const moves = movesOf(batch.filter(({ type }) => type === 'ProfileUpdated') as readonly MoveEvent[]);
    const newRates = ratesOf(batch.filter(({ type }) => type === 'ShippingRatesSet') as readonly RatesEvent[]);
    const ids = events.map(({ stream }) => idOf(stream));
    const loaded = byKey(
      [
        ...(await loadRows<ListingRow>(tables, 'listings', 'id', ids)),
        ...(await listingsElsewhere(tables, moves)),
        ...(await listingsOf(tables, [...erased, ...newRates.keys()])),
      ],
      'id',
    );
    const before = [...loaded.values()].map((row) => ({ ...row, words: row.words.replaceAll("'", '') }));
    const rows = byKey(before, 'id');
    const changed = events.filter(changesSearch).map(({ stream }) => idOf(stream));
    for (const event of events) rows.set(idOf(event.stream), evolve(rows.get(idOf(event.stream)), event));
    // A listing is in its seller's country, which also decides the shipping costs.
    for (const [id, row] of rows) {
      const country = moves.get(row.seller_id) ?? row.country;
      if (country === row.country) continue;
      rows.set(id, { ...row, country });
      changed.push(id);
    }
    await saveRates(tables, newRates);
    for (const row of await withRates(tables, rows)) {
      rows.set(row.id, row);
      changed.push(row.id);
    }
    for (const [id, row] of rows) {
      if (!erased.has(row.seller_id)) continue;
      rows.set(id, withoutWords(row));
      changed.push(id);
    }
    await saveRows(tables, 'listings', ['id'], rows.values());
    await saveCounts(tables, countChanges(before, rows.values()));
    await numberChanges(tables, changed);
  },
};
