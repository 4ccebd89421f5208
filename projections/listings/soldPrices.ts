import type { Knex } from 'knex';
import type { SoldPrices, SoldQuery } from '#application/contract/soldPrices.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { dayOf, LEAST_TRANSACTIONS, SOLD_DAYS, SOLD_GROUPS, type SoldGroup } from '#domain/listings/soldPrices.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { toEuros } from '#domain/shared/money.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { documentProjection } from '../engine/documentProjection.ts';
import { idOf, streamIds } from '../engine/rows.ts';

type Group = { franchise: string; main_faction: string; paint_quality: string };
type GroupRow = Group & { listing: string };

/** Has no buyer, no seller and no text, so a price is nobody's. */
type SoldRow = {
  id: string;
  listing: string;
  /** The listing's group, which does not change after the purchase begins. */
  franchise: string | null;
  main_faction: string | null;
  paint_quality: string | null;
  /** Cents, of the item. */
  price: number;
  /** When it was released to the seller, in days of UTC; null before. */
  day: number | null;
  /** The buyer or their bank got back all or part of the money, so the price paid is not the price it sold for. */
  given_back: boolean;
};

const GROUPED = ['ListingPublished', 'ListingRevised'] as const satisfies readonly ListingEvent['type'][];
const GIVEN_BACK = [
  'RefundRequested',
  'RefundMadeByHand',
  'ChargebackLost',
  'ChargebackPartlyLost',
  'OneChargebackPartlyLost',
  'LateChargebackLost',
] as const satisfies readonly TransactionEvent['type'][];
const HANDLED = [...GROUPED, 'TransactionCreated', 'EscrowReleased', 'ReleaseRevoked', ...GIVEN_BACK] as const;

type Handled = Extract<Recorded, { type: (typeof HANDLED)[number] }>;

type Grouped = Extract<Handled, { type: (typeof GROUPED)[number] }>;
const isGrouped = (event: Handled): event is Grouped => (GROUPED as readonly string[]).includes(event.type);

const groupOf = ({ franchise, mainFaction, paintQuality }: Grouped['data']): Group => ({
  franchise: findFranchise(franchise)?.id ?? franchise,
  main_faction: mainFaction,
  paint_quality: paintQuality,
});

const evolve = (row: SoldRow | undefined, event: Exclude<Handled, Grouped>): SoldRow => {
  if (event.type === 'TransactionCreated') {
    const { listingId: listing, amount: price } = event.data;
    const unknown = { franchise: null, main_faction: null, paint_quality: null };
    return { id: idOf(event.stream), listing, ...unknown, price, day: null, given_back: false };
  }
  if (!row) throw new Error(`${event.type} for a transaction that was never created`);
  if (event.type === 'EscrowReleased') return { ...row, day: dayOf(event.data.at) };
  return event.type === 'ReleaseRevoked' ? { ...row, day: null } : { ...row, given_back: true };
};

export const soldPrices = documentProjection<Handled, { offers: GroupRow; sales: SoldRow }>({
  name: 'prices',
  version: 1,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.offers (listing text COLLATE "C" PRIMARY KEY, franchise text NOT NULL,
      main_faction text NOT NULL, paint_quality text NOT NULL)`);
    await db.raw(`CREATE TABLE ${schema}.sales (id text COLLATE "C" PRIMARY KEY, listing text COLLATE "C" NOT NULL,
      franchise text COLLATE "C", main_faction text COLLATE "C", paint_quality text COLLATE "C",
      price int NOT NULL, day int, given_back boolean NOT NULL)`);
    await db.raw(`CREATE INDEX sales_listing ON ${schema}.sales (listing)`);
    await db.raw(`CREATE INDEX sales_sold ON ${schema}.sales (franchise, main_faction, paint_quality, day)
      WHERE day IS NOT NULL AND NOT given_back`);
  },
  tables: {
    offers: {
      key: ['listing'],
      load: {
        listing: (events) => events.flatMap(({ type, data }) => (type === 'TransactionCreated' ? data.listingId : [])),
      },
    },
    sales: { key: ['id'], load: { listing: (events) => streamIds(events.filter(isGrouped)), id: streamIds } },
  },
  evolve: ({ offers, sales }, event) => {
    const id = idOf(event.stream);
    if (isGrouped(event)) {
      const group = groupOf(event.data);
      offers.put({ listing: id, ...group });
      for (const row of sales.where('listing', id)) sales.put({ ...row, ...group });
      return;
    }
    const row = evolve(sales.get(id), event);
    sales.put({ ...row, ...offers.get(row.listing) });
  },
});

/** Cents. */
type Row = { count: number; least: number; most: number; lower: number; upper: number };

/** Prices of the last year in the narrowest group with enough sales; null where no group has enough. */
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
