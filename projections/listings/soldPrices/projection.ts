import type { Recorded } from '#application/ports/eventCodec.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { dayOf } from '#domain/listings/soldPrices.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import type { Projection } from '../../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../../engine/rows.ts';

type Group = { franchise: string; main_faction: string; paint_quality: string };
type Offered = Group & { listing: string };

/** Of nobody: no party, no words. */
type Sold = {
  id: string;
  listing: string;
  /** What was on offer, which stands still while it is bought and once it is sold. */
  franchise: string | null;
  main_faction: string | null;
  paint_quality: string | null;
  /** Cents, of the item. */
  price: number;
  /** When it was released to the seller, in days of UTC; null while it is not. */
  day: number | null;
  /** To the buyer or their bank, all or part of it: what was paid is then not what it sold for. */
  given_back: boolean;
};

const OFFERS = ['ListingPublished', 'ListingRevised'] as const satisfies readonly ListingEvent['type'][];
const GIVEN_BACK = [
  'RefundRequested',
  'RefundMadeByHand',
  'ChargebackLost',
  'ChargebackPartlyLost',
  'OneChargebackPartlyLost',
  'LateChargebackLost',
] as const satisfies readonly TransactionEvent['type'][];
const HANDLED = [...OFFERS, 'TransactionCreated', 'EscrowReleased', 'ReleaseRevoked', ...GIVEN_BACK] as const;

type Handled = Extract<Recorded, { type: (typeof HANDLED)[number] }>;

type Offer = Extract<Handled, { type: (typeof OFFERS)[number] }>;
const isOffer = (event: Handled): event is Offer => (OFFERS as readonly string[]).includes(event.type);

const offerOf = ({ stream, data: { franchise, mainFaction, paintQuality } }: Offer): Offered => ({
  listing: idOf(stream),
  franchise: findFranchise(franchise)?.id ?? franchise,
  main_faction: mainFaction,
  paint_quality: paintQuality,
});

const evolve = (transaction: Sold | undefined, event: Exclude<Handled, Offer>): Sold => {
  if (event.type === 'TransactionCreated') {
    const { listingId: listing, amount: price } = event.data;
    const unknown = { franchise: null, main_faction: null, paint_quality: null };
    return { id: idOf(event.stream), listing, ...unknown, price, day: null, given_back: false };
  }
  if (!transaction) throw new Error(`${event.type} for a sale that never began`);
  if (event.type === 'EscrowReleased') return { ...transaction, day: dayOf(event.data.at) };
  return event.type === 'ReleaseRevoked' ? { ...transaction, day: null } : { ...transaction, given_back: true };
};

export const prices: Projection = {
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
  apply: async (batch, tables) => {
    const events = batch as readonly Handled[];
    const offered = new Map(
      events.flatMap((event) => (isOffer(event) ? [[idOf(event.stream), offerOf(event)] as const] : [])),
    );
    const begun = events.flatMap((event) => (event.type === 'TransactionCreated' ? [event.data.listingId] : []));
    const offers = new Map([
      ...byKey(await loadRows<Offered>(tables, 'offers', 'listing', begun), 'listing'),
      ...offered,
    ]);
    const transactions = byKey(
      [
        ...(await loadRows<Sold>(tables, 'sales', 'listing', offered.keys())),
        ...(await loadRows<Sold>(
          tables,
          'sales',
          'id',
          events.map(({ stream }) => idOf(stream)),
        )),
      ],
      'id',
    );
    for (const event of events)
      if (!isOffer(event)) transactions.set(idOf(event.stream), evolve(transactions.get(idOf(event.stream)), event));
    for (const [id, transaction] of transactions)
      transactions.set(id, { ...transaction, ...offers.get(transaction.listing) });
    await saveRows(tables, 'offers', ['listing'], offered.values());
    await saveRows(tables, 'sales', ['id'], transactions.values());
  },
};
