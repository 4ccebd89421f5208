import type { Knex } from 'knex';
import type { SavedSearch } from '#application/contract/savedSearches.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Pace } from '#domain/accounts/mailChoices.ts';
import { LIST_FILTERS } from '#domain/catalogue/conditions.ts';
import { plainly, type Wanted } from '#domain/listings/savedSearchFilters.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { documentProjection } from '../../engine/documentProjection.ts';
import { idOf, streamIds } from '../../engine/rows.ts';

/** `franchise` to `max_price` repeat values of `wanted`, so that SQL can rule out most searches. */
export type SearchRow = {
  id: string;
  account_id: string;
  name: string;
  wanted: Wanted;
  pace: Pace;
  /** Epoch ms. */
  saved_at: number;
  franchise: string | null;
  faction: string | null;
  min_price: number | null;
  max_price: number | null;
};

/** A listing that the search has found since its owner last looked. */
type MatchRow = { search_id: string; listing_id: string };

const rowOf = (account_id: string, { data }: Extract<Recorded, { type: 'SearchSaved' }>): SearchRow | undefined => {
  // unreadable once the account is erased; AccountErased follows
  if (data.wanted === null || data.name === null) return undefined;
  const wanted = plainly(data.wanted);
  const { franchise, faction, minPrice, maxPrice } = wanted;
  return {
    id: data.searchId,
    account_id,
    name: data.name,
    wanted,
    pace: 'atOnce',
    saved_at: data.at,
    franchise: franchise ?? null,
    faction: faction ?? null,
    min_price: minPrice ?? null,
    max_price: maxPrice ?? null,
  };
};

const HANDLED = [
  'SearchSaved',
  'SearchRenamed',
  'SearchPaceChosen',
  'SearchLookedAt',
  'SearchDeleted',
  'SearchMatched',
  'AccountErased',
] as const;
type Handled = Extract<Recorded, { type: (typeof HANDLED)[number] }>;

export const savedSearches = documentProjection<Handled, { saved: SearchRow; matches: MatchRow }>({
  name: 'searches',
  version: 2,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.saved (
      id text COLLATE "C" PRIMARY KEY, account_id text COLLATE "C" NOT NULL, name text NOT NULL, wanted json NOT NULL, pace text NOT NULL,
      saved_at bigint NOT NULL, franchise text COLLATE "C", faction text COLLATE "C", min_price bigint, max_price bigint)`);
    await db.raw(`CREATE INDEX saved_account ON ${schema}.saved (account_id)`);
    await db.raw(`CREATE TABLE ${schema}.matches (
      search_id text COLLATE "C", listing_id text COLLATE "C", PRIMARY KEY (search_id, listing_id))`);
  },
  tables: {
    saved: { key: ['id'], load: { account_id: streamIds } },
    matches: {
      key: ['search_id', 'listing_id'],
      load: { search_id: (_, { saved }) => saved.all().map(({ id }) => id) },
    },
  },
  evolve: ({ saved, matches }, event) => {
    const account = idOf(event.stream);
    const change = (id: string, update: Partial<SearchRow>): void => {
      const row = saved.get(id);
      if (row) saved.put({ ...row, ...update });
    };
    const clearMatches = (id: string): void => matches.where('search_id', id).forEach(matches.remove);
    const remove = (row: SearchRow): void => {
      saved.remove(row);
      clearMatches(row.id);
    };
    switch (event.type) {
      case 'SearchSaved': {
        const row = rowOf(account, event);
        if (row) saved.put(row);
        break;
      }
      case 'SearchRenamed':
        if (event.data.name !== null) change(event.data.searchId, { name: event.data.name });
        break;
      case 'SearchPaceChosen':
        change(event.data.searchId, { pace: event.data.pace });
        break;
      case 'SearchLookedAt':
        clearMatches(event.data.searchId);
        break;
      case 'SearchDeleted': {
        const row = saved.get(event.data.searchId);
        if (row) remove(row);
        break;
      }
      case 'SearchMatched':
        if (event.data.listingId === null) break;
        for (const search_id of event.data.searches)
          if (saved.get(search_id)) matches.put({ search_id, listing_id: event.data.listingId });
        break;
      case 'AccountErased':
        saved.where('account_id', account).forEach(remove);
    }
  },
});

const queryOf = (wanted: Wanted): SavedSearch['query'] => {
  const { search, franchise, faction, destination, minPrice, maxPrice, minTotal, maxTotal } = wanted;
  const words = { search, franchise, faction, destination };
  const lists = LIST_FILTERS.map((name) => [name, wanted[name]] as const).filter(([, values]) => values.length > 0);
  const bounds = Object.entries({ minPrice, maxPrice, minTotal, maxTotal }).filter(([, cents]) => cents !== undefined);
  return {
    ...words,
    ...Object.fromEntries(lists.map(([name, values]) => [name, values.join(',')])),
    ...Object.fromEntries(bounds.map(([name, cents]) => [name, String(toEuros(cents ?? 0))])),
  };
};

/** Newest first. */
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
