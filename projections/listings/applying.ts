import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { ratesTaken, SHIPPING_ZONES } from '#domain/transactions/shipping.ts';
import type { Tables } from '../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../engine/rows.ts';
import type { Handled, ListingRow } from './row.ts';
import { COUNTED } from './search/facets.ts';

export type RatesEvent = Recorded<Extract<AccountEvent, { type: 'ShippingRatesSet' }>>;

/** Cents. */
type Rates = { seller_id: string; domestic: number; continental: number; international: number };

/** By seller; the last event counts. */
export const ratesOf = (events: readonly RatesEvent[]): Map<string, Rates> =>
  new Map(
    events.map(({ stream, data: { domestic, continental, international } }) => {
      const seller_id = idOf(stream);
      return [seller_id, { seller_id, domestic, continental, international }];
    }),
  );

/** Kept, because a listing may be published long after its seller set the rates. */
export const saveRates = (tables: Tables, rates: ReadonlyMap<string, Rates>): Promise<void> =>
  saveRows(tables, 'rates', ['seller_id'], rates.values());

/** The listings whose rates change, with their new rates: the listing's own, or else the seller's. */
export const withRates = async (tables: Tables, rows: ReadonlyMap<string, ListingRow>): Promise<ListingRow[]> => {
  const sellers = [...rows.values()].map(({ seller_id }) => seller_id);
  const known = byKey(await loadRows<Rates>(tables, 'rates', 'seller_id', sellers), 'seller_id');
  return [...rows.values()].flatMap((row) => {
    const rates = ratesTaken(known.get(row.seller_id) ?? null, row.own_rates);
    return SHIPPING_ZONES.every((zone) => rates[zone] === row[zone]) ? [] : [{ ...row, ...rates }];
  });
};

export type MoveEvent = Recorded<Extract<AccountEvent, { type: 'ProfileUpdated' }>>;

/** By seller, the new country; the last event counts. */
export const movesOf = (events: readonly MoveEvent[]): Map<string, string> =>
  new Map(events.map(({ stream, data }) => [idOf(stream), data.country]));

/** Listings of these sellers in another country. */
export const listingsElsewhere = async (
  { transaction, schema }: Tables,
  moves: ReadonlyMap<string, string>,
): Promise<ListingRow[]> => {
  if (moves.size === 0) return [];
  const { rows } = await transaction.raw<{ rows: ListingRow[] }>(
    `SELECT l.* FROM ${schema}.listings l JOIN json_each_text(?::json) m ON m.key = l.seller_id WHERE l.country <> m.value`,
    [JSON.stringify(Object.fromEntries(moves))],
  );
  return rows;
};

export const listingsOf = async (
  { transaction, schema }: Tables,
  sellers: readonly string[],
): Promise<ListingRow[]> => {
  if (sellers.length === 0) return [];
  const { rows } = await transaction.raw<{ rows: ListingRow[] }>(
    `SELECT * FROM ${schema}.listings WHERE seller_id = ANY(?)`,
    [[...sellers]],
  );
  return rows;
};

const add = <Key>(counts: Map<Key, number>, key: Key, amount: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + amount);
};

const facetOf = (row: ListingRow): string => JSON.stringify(COUNTED.map((facet) => row[facet]));

/** Changes of the number of listings on offer, per combination of facets and per word. */
export const countChanges = (before: Iterable<ListingRow>, after: Iterable<ListingRow>) => {
  const facets = new Map<string, number>();
  const words = new Map<string, number>();
  const countRows = (rows: Iterable<ListingRow>, amount: number): void => {
    for (const row of rows) {
      if (row.status !== 'active') continue;
      add(facets, facetOf(row), amount);
      for (const word of row.words.split(' ')) if (word) add(words, word, amount);
    }
  };
  countRows(before, -1);
  countRows(after, 1);
  return { facets, words };
};

export const saveCounts = async (
  { transaction, schema }: Tables,
  changes: ReturnType<typeof countChanges>,
): Promise<void> => {
  const facets = [...changes.facets]
    .filter(([, n]) => n !== 0)
    .map(([key, n]) => [...(JSON.parse(key) as string[]), n]);
  if (facets.length > 0)
    await transaction.raw(
      `INSERT INTO ${schema}.facets AS kept (${COUNTED.join(', ')}, n)
       SELECT ${COUNTED.map((_, place) => `f->>${place}`).join(', ')}, (f->>${COUNTED.length})::int FROM json_array_elements(?::json) f
       ON CONFLICT (${COUNTED.join(', ')}) DO UPDATE SET n = kept.n + excluded.n`,
      [JSON.stringify(facets)],
    );
  if (facets.some((facet) => Number(facet.at(-1)) < 0))
    await transaction.raw(`DELETE FROM ${schema}.facets WHERE n <= 0`);
  const words = [...changes.words].filter(([, n]) => n !== 0);
  if (words.length === 0) return;
  await transaction.raw(
    `INSERT INTO ${schema}.vocabulary AS kept (word, n)
     SELECT w->>0, (w->>1)::int FROM json_array_elements(?::json) w
     ON CONFLICT (word) DO UPDATE SET n = kept.n + excluded.n`,
    [JSON.stringify(words)],
  );
  const fewer = words.filter(([, n]) => n < 0).map(([word]) => word);
  if (fewer.length > 0)
    await transaction.raw(`DELETE FROM ${schema}.vocabulary WHERE word = ANY(?) AND n <= 0`, [fewer]);
};

/** Whether an event changes the search results; a reservation does not. */
export const changesSearch = ({ type }: Handled): boolean => CHANGES_SEARCH.has(type);

const CHANGES_SEARCH: ReadonlySet<Handled['type']> = new Set([
  'ListingPublished',
  'ListingRevised',
  'ListingArchived',
  'ListingSold',
  'ListingReturnedToMarket',
  'ListingRemoved',
  'ListingRestored',
]);

/** Numbers the changes and keeps the last number of each listing, so that an index can ask for what is new. */
export const numberChanges = async ({ transaction, schema }: Tables, changed: readonly string[]): Promise<void> => {
  if (changed.length === 0) return;
  const { rows } = await transaction.raw<{ rows: { last: number }[] }>(
    `SELECT coalesce(max(number), 0)::float8 AS last FROM ${schema}.changes`,
  );
  const first = rows[0]!.last + 1;
  const numbers = Object.fromEntries(changed.map((listing, place) => [listing, first + place]));
  await transaction.raw(
    `INSERT INTO ${schema}.changes (listing, number) SELECT key, value::bigint FROM json_each_text(?::json)
     ON CONFLICT (listing) DO UPDATE SET number = excluded.number`,
    [JSON.stringify(numbers)],
  );
};
