import type { Knex } from 'knex';
import type { SoldPrices, SoldQuery } from '#application/contract/soldPrices.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';
import { dayOf, LEAST_TRANSACTIONS, SOLD_DAYS, SOLD_GROUPS, type SoldGroup } from '#domain/listings/soldPrices.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { toEuros } from '#domain/shared/money.ts';

/** Cents. */
type Row = { count: number; least: number; most: number; lower: number; upper: number };

/** In the year up to `now`, of the narrowest group with enough sales; null where there is none. */
export const soldLike = async (
  db: Knex,
  { franchise, faction, paintQuality }: SoldQuery,
  now: Instant,
): Promise<SoldPrices> => {
  const game = findFranchise(franchise)?.id ?? franchise;
  const narrowed: Record<SoldGroup, (string | undefined)[]> = {
    paintQuality: [game, faction, paintQuality],
    faction: [game, faction],
    franchise: [game],
  };
  const today = dayOf(now);
  for (const by of SOLD_GROUPS) {
    const values = narrowed[by];
    if (!values.every((value): value is string => value !== undefined && value !== '')) continue;
    const columns = ['franchise', 'main_faction', 'paint_quality'].slice(0, values.length);
    const { rows } = await db.raw<{ rows: [Row] }>(
      `SELECT count(*)::int AS count, min(price) AS least, max(price) AS most,
              percentile_disc(0.25) WITHIN GROUP (ORDER BY price) AS lower,
              percentile_disc(0.75) WITHIN GROUP (ORDER BY price) AS upper
         FROM read_prices.sales
        WHERE ${columns.map((column) => `${column} = ?`).join(' AND ')}
          AND day IS NOT NULL AND NOT given_back AND day > ? AND day <= ?`,
      [...values, today - SOLD_DAYS, today],
    );
    const { count, least, most, lower, upper } = rows[0];
    if (count >= LEAST_TRANSACTIONS)
      return { by, count, least: toEuros(least), most: toEuros(most), lower: toEuros(lower), upper: toEuros(upper) };
  }
  return null;
};
