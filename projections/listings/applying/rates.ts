import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { ratesTaken, SHIPPING_ZONES } from '#domain/transactions/shipping.ts';
import type { Tables } from '../../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../../engine/rows.ts';
import type { ListingRow } from '../row.ts';

export type Pricing = Recorded<Extract<AccountEvent, { type: 'ShippingRatesSet' }>>;

/** Cents. */
type Rates = { seller_id: string; domestic: number; continental: number; international: number };

/** Of each seller who set them anew; the last word counts. */
export const ratesOf = (events: readonly Pricing[]): Map<string, Rates> =>
  new Map(
    events.map(({ stream, data: { domestic, continental, international } }) => {
      const seller_id = idOf(stream);
      return [seller_id, { seller_id, domestic, continental, international }];
    }),
  );

/** A listing may be published long after its seller has set the rates. */
export const saveRates = (tables: Tables, rates: ReadonlyMap<string, Rates>): Promise<void> =>
  saveRows(tables, 'rates', ['seller_id'], rates.values());

/** Those of the listings whose rates are not what is taken now, with what that is: their own, else their seller's. */
export const withRates = async (tables: Tables, rows: ReadonlyMap<string, ListingRow>): Promise<ListingRow[]> => {
  const sellers = [...rows.values()].map(({ seller_id }) => seller_id);
  const known = byKey(await loadRows<Rates>(tables, 'rates', 'seller_id', sellers), 'seller_id');
  return [...rows.values()].flatMap((row) => {
    const rates = ratesTaken(known.get(row.seller_id) ?? null, row.own_rates);
    return SHIPPING_ZONES.every((zone) => rates[zone] === row[zone]) ? [] : [{ ...row, ...rates }];
  });
};
