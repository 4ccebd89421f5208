import type { Projection, Tables } from '../../engine/projection.ts';
import { deleteRows, idOf, loadRows, saveRows } from '../../engine/rows.ts';

/** `price`: cents, when it was watched; `since`: epoch ms. */
export type WatchedRow = { account_id: string; listing_id: string; price: number; since: number };

type Counted = { listing_id: string; n: number };

const keyOf = ({ account_id, listing_id }: Pick<WatchedRow, 'account_id' | 'listing_id'>): string =>
  `${account_id} ${listing_id}`;

/** Of the listings whose watchers came or went, how many there are now. */
const recount = async (tables: Tables, changes: ReadonlyMap<string, number>): Promise<void> => {
  const moved = [...changes].filter(([, by]) => by !== 0);
  const before = new Map(
    (
      await loadRows<Counted>(
        tables,
        'counts',
        'listing_id',
        moved.map(([listing]) => listing),
      )
    ).map(({ listing_id, n }) => [listing_id, n]),
  );
  const counted = moved.map(([listing_id, by]) => ({ listing_id, n: (before.get(listing_id) ?? 0) + by }));
  await saveRows(
    tables,
    'counts',
    ['listing_id'],
    counted.filter(({ n }) => n > 0),
  );
  await deleteRows(
    tables,
    'counts',
    'listing_id',
    counted.filter(({ n }) => n <= 0).map(({ listing_id }) => listing_id),
  );
};

export const watchList: Projection = {
  name: 'watching',
  version: 1,
  handles: ['ListingWatched', 'ListingUnwatched', 'AccountErased'],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.watched (
      account_id text COLLATE "C", listing_id text COLLATE "C", price int NOT NULL, since bigint NOT NULL,
      PRIMARY KEY (account_id, listing_id))`);
    await db.raw(`CREATE INDEX watched_listing ON ${schema}.watched (listing_id, account_id)`);
    await db.raw(`CREATE TABLE ${schema}.counts (listing_id text COLLATE "C" PRIMARY KEY, n int NOT NULL)`);
  },
  apply: async (events, tables) => {
    const accounts = events.map(({ stream }) => idOf(stream));
    const before = new Map(
      (await loadRows<WatchedRow>(tables, 'watched', 'account_id', accounts)).map((row) => [keyOf(row), row]),
    );
    const rows = new Map(before);
    for (const { type, stream, data } of events) {
      const account_id = idOf(stream);
      if (type === 'AccountErased') {
        for (const [key, row] of rows) if (row.account_id === account_id) rows.delete(key);
      } else if (type === 'ListingWatched' || type === 'ListingUnwatched') {
        // null once its account is erased, whose end follows
        if (data.listingId === null) continue;
        const row = { account_id, listing_id: data.listingId };
        if (type === 'ListingWatched') rows.set(keyOf(row), { ...row, price: data.price, since: data.at });
        else rows.delete(keyOf(row));
      }
    }
    const changes = new Map<string, number>();
    const count = ({ listing_id }: WatchedRow, by: number) =>
      changes.set(listing_id, (changes.get(listing_id) ?? 0) + by);
    for (const row of before.values()) count(row, -1);
    for (const row of rows.values()) count(row, 1);
    const gone = [...before].filter(([key]) => !rows.has(key)).map(([, row]) => row);
    for (const row of gone)
      await tables.transaction.raw(`DELETE FROM ${tables.schema}.watched WHERE account_id = ? AND listing_id = ?`, [
        row.account_id,
        row.listing_id,
      ]);
    await saveRows(
      tables,
      'watched',
      ['account_id', 'listing_id'],
      [...rows].filter(([key, row]) => before.get(key) !== row).map(([, row]) => row),
    );
    await recount(tables, changes);
  },
};
