import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Pace } from '#domain/accounts/mailChoices.ts';
import { plainly, type Wanted } from '#domain/listings/savedSearchFilters.ts';
import type { Projection } from '../../engine/projection.ts';
import { deleteRows, idOf, loadRows, saveRows } from '../../engine/rows.ts';

/** `franchise` to `max_price` stand in `wanted` too: by them most searches are passed over without a look. */
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

/** What a search has found since its owner looked. */
type MatchRow = { search_id: string; listing_id: string };

const keyOf = ({ search_id, listing_id }: MatchRow): string => `${search_id} ${listing_id}`;

const rowOf = (account_id: string, { data }: Extract<Recorded, { type: 'SearchSaved' }>): SearchRow | undefined => {
  // null once its account is erased, whose end follows
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

type Kept = { rows: Map<string, SearchRow>; matches: Map<string, MatchRow> };

const takeIn = ({ rows, matches }: Kept, event: Recorded): void => {
  const account = idOf(event.stream);
  const change = (id: string, update: Partial<SearchRow>): void => {
    const row = rows.get(id);
    if (row) rows.set(id, { ...row, ...update });
  };
  const look = (id: string): void => {
    for (const [key, { search_id }] of matches) if (search_id === id) matches.delete(key);
  };
  const drop = (id: string): void => {
    rows.delete(id);
    look(id);
  };
  switch (event.type) {
    case 'SearchSaved': {
      const row = rowOf(account, event);
      if (row) rows.set(row.id, row);
      break;
    }
    case 'SearchRenamed':
      if (event.data.name !== null) change(event.data.searchId, { name: event.data.name });
      break;
    case 'SearchPaceChosen':
      change(event.data.searchId, { pace: event.data.pace });
      break;
    case 'SearchLookedAt':
      look(event.data.searchId);
      break;
    case 'SearchDeleted':
      drop(event.data.searchId);
      break;
    case 'SearchMatched':
      if (event.data.listingId === null) break;
      for (const search_id of event.data.searches) {
        const match = { search_id, listing_id: event.data.listingId };
        if (rows.has(search_id)) matches.set(keyOf(match), match);
      }
      break;
    case 'AccountErased':
      for (const { id, account_id } of [...rows.values()]) if (account_id === account) drop(id);
  }
};

export const searches: Projection = {
  name: 'searches',
  version: 2,
  handles: [
    'SearchSaved',
    'SearchRenamed',
    'SearchPaceChosen',
    'SearchLookedAt',
    'SearchDeleted',
    'SearchMatched',
    'AccountErased',
  ],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.saved (
      id text COLLATE "C" PRIMARY KEY, account_id text COLLATE "C" NOT NULL, name text NOT NULL, wanted json NOT NULL, pace text NOT NULL,
      saved_at bigint NOT NULL, franchise text COLLATE "C", faction text COLLATE "C", min_price bigint, max_price bigint)`);
    await db.raw(`CREATE INDEX saved_account ON ${schema}.saved (account_id)`);
    await db.raw(`CREATE TABLE ${schema}.matches (
      search_id text COLLATE "C", listing_id text COLLATE "C", PRIMARY KEY (search_id, listing_id))`);
  },
  apply: async (events, tables) => {
    const accounts = events.map(({ stream }) => idOf(stream));
    const before = await loadRows<SearchRow>(tables, 'saved', 'account_id', accounts);
    const known = await loadRows<MatchRow>(
      tables,
      'matches',
      'search_id',
      before.map(({ id }) => id),
    );
    const kept: Kept = {
      rows: new Map(before.map((row) => [row.id, row])),
      matches: new Map(known.map((match) => [keyOf(match), match])),
    };
    for (const event of events) takeIn(kept, event);
    const changed = new Set(before);
    await deleteRows(
      tables,
      'saved',
      'id',
      before.filter(({ id }) => !kept.rows.has(id)).map(({ id }) => id),
    );
    await saveRows(
      tables,
      'saved',
      ['id'],
      [...kept.rows.values()].filter((row) => !changed.has(row)),
    );
    // a search is looked at as a whole, so what goes of it is all that was known
    const gone = known.filter((match) => !kept.matches.has(keyOf(match)));
    const emptied = new Set(gone.map(({ search_id }) => search_id));
    await deleteRows(tables, 'matches', 'search_id', emptied);
    const were = new Set(known);
    await saveRows(
      tables,
      'matches',
      ['search_id', 'listing_id'],
      [...kept.matches.values()].filter((match) => emptied.has(match.search_id) || !were.has(match)),
    );
  },
};
