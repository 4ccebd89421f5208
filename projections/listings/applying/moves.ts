import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { Tables } from '../../engine/projection.ts';
import { idOf } from '../../engine/rows.ts';
import type { ListingRow } from '../row.ts';

export type Moving = Recorded<Extract<AccountEvent, { type: 'ProfileUpdated' }>>;

/** The country of each seller who said it anew; the last word counts. */
export const movesOf = (events: readonly Moving[]): Map<string, string> =>
  new Map(events.map(({ stream, data }) => [idOf(stream), data.country]));

/** Their listings that lie elsewhere. */
export const leftBehind = async (
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
