import type { Knex } from 'knex';
import type { SavedSearch } from '#application/contract/searches.ts';
import type { Wanted } from '#domain/listings/savedSearchFilters.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import type { SearchRow } from './projection.ts';

const queryOf = ({ condition, paintQuality, country, ...rest }: Wanted): SavedSearch['query'] => {
  const { minPrice, maxPrice, minTotal, maxTotal, ...words } = rest;
  const lists = Object.entries({ condition, paintQuality, country }).filter(([, values]) => values.length > 0);
  const bounds = Object.entries({ minPrice, maxPrice, minTotal, maxTotal }).filter(([, cents]) => cents !== undefined);
  return {
    ...words,
    ...Object.fromEntries(lists.map(([name, values]) => [name, values.join(',')])),
    ...Object.fromEntries(bounds.map(([name, cents]) => [name, String(toEuros(cents ?? 0))])),
  };
};

/** Saved last comes first. */
export const searchesOf = async (db: Knex, account: AccountId): Promise<SavedSearch[]> => {
  const { rows } = await db.raw<{ rows: (SearchRow & { found: number })[] }>(
    `SELECT s.*, (SELECT count(*)::int FROM read_searches.matches m
                    JOIN read_listings.listings l ON l.id = m.listing_id AND l.status = 'active'
                   WHERE m.search_id = s.id) AS found
       FROM read_searches.saved s WHERE s.account_id = ? ORDER BY s.saved_at DESC, s.id DESC`,
    [account],
  );
  return rows.map(({ id, name, wanted, pace, saved_at, found }) => ({
    _id: id,
    name,
    query: queryOf(wanted),
    pace,
    savedAt: new Date(saved_at).toISOString(),
    found,
  }));
};
