import type { Tables } from '../../engine/projection.ts';
import type { Handled } from '../row.ts';

/** What changes where, or whether, a listing is found; a reservation does not. */
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

/** Numbers each such change of a listing and keeps the last one of it, so that readers can ask for what is new to them. */
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
