import type { Recorded } from '#application/ports/eventCodec.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { ERASED, readable } from '#domain/listings/listing.ts';
import type { ListingImage } from '#domain/shared/listingImage.ts';
import { DEFAULT_SHIPPING_RATES, type OwnRates } from '#domain/transactions/shipping.ts';
import { idOf } from '../engine/rows.ts';
import { vocabularyOf } from './search/words.ts';

export type ListingRow = {
  id: string;
  seller_id: string;
  title: string;
  /** The catalogue's id. */
  franchise: string;
  main_faction: string;
  subfaction: string;
  condition: string;
  paint_quality: string;
  /** Cents. */
  price: number;
  /** The price before the reduction, and when; null if never reduced, or raised since. */
  reduced_from: number | null;
  reduced_at: number | null;
  description: string;
  country: string;
  /** Shipping in cents: within the seller's country, to the rest of this market, and beyond. */
  domestic: number;
  continental: number;
  international: number;
  /** Rates of this listing alone. */
  own_rates: OwnRates | null;
  disclaimer_accepted: boolean;
  images: ListingImage[];
  status: 'active' | 'sold' | 'archived';
  /** By staff; no longer shown anywhere. */
  removed: boolean;
  /** The transaction that reserved or bought it. */
  reserved_by: string | null;
  sold_to: string | null;
  /** Epoch ms. */
  posted_at: number;
  /** A tsvector, written and read as words between spaces. */
  words: string;
};

/** The columns of the table, with their SQL types. */
export const COLUMNS: Readonly<Record<keyof ListingRow, string>> = {
  id: 'text COLLATE "C" PRIMARY KEY',
  seller_id: 'text COLLATE "C" NOT NULL',
  title: 'text NOT NULL',
  franchise: 'text COLLATE "C" NOT NULL',
  main_faction: 'text COLLATE "C" NOT NULL',
  subfaction: 'text NOT NULL',
  condition: 'text COLLATE "C" NOT NULL',
  paint_quality: 'text NOT NULL',
  price: 'int NOT NULL',
  reduced_from: 'int',
  reduced_at: 'bigint',
  description: 'text NOT NULL',
  country: 'text COLLATE "C" NOT NULL',
  domestic: 'int NOT NULL',
  continental: 'int NOT NULL',
  international: 'int NOT NULL',
  own_rates: 'json',
  disclaimer_accepted: 'boolean NOT NULL',
  images: 'json NOT NULL',
  status: 'text NOT NULL',
  removed: 'boolean NOT NULL',
  reserved_by: 'text',
  sold_to: 'text',
  posted_at: 'bigint NOT NULL',
  words: 'tsvector NOT NULL',
};

export const HANDLED = [
  'ListingPublished',
  'ListingRevised',
  'ListingPriceReduced',
  'ListingPhotosChanged',
  'ListingRatesSet',
  'ListingArchived',
  'ListingReserved',
  'ReservationReleased',
  'ListingSold',
  'ListingReturnedToMarket',
  'ListingRemoved',
  'ListingRestored',
] as const satisfies readonly ListingEvent['type'][];

export type Handled = Recorded<Extract<ListingEvent, { type: (typeof HANDLED)[number] }>>;

type Offer = Omit<Extract<ListingEvent, { type: 'ListingRevised' }>['data'], 'sellerId' | 'at'>;

/** Searchable, except “Not Painted”, which “painted” would find. */
const stateOf = ({ condition, paintQuality }: Offer): string[] =>
  paintQuality === 'Not Painted' ? [condition] : [condition, paintQuality];

/** The columns that come from the seller's listing details. */
export const offerOf = (offer: Offer) => {
  const franchise = findFranchise(offer.franchise);
  const { title, description } = readable(offer);
  const { mainFaction, subfaction } = offer;
  return {
    title,
    subfaction,
    description,
    main_faction: mainFaction,
    franchise: franchise?.id ?? offer.franchise,
    condition: offer.condition,
    paint_quality: offer.paintQuality,
    price: offer.price,
    words: vocabularyOf(
      title,
      franchise?.name ?? offer.franchise,
      mainFaction,
      subfaction,
      description,
      ...stateOf(offer),
    ).join(' '),
  };
};

const changed = (row: ListingRow | undefined, event: Handled): Partial<ListingRow> => {
  switch (event.type) {
    case 'ListingPublished': {
      const { sellerId, country, disclaimerAccepted, images, at } = event.data;
      return {
        ...offerOf(event.data),
        seller_id: sellerId,
        country,
        ...DEFAULT_SHIPPING_RATES,
        own_rates: null,
        images,
        posted_at: at,
        reduced_from: null,
        reduced_at: null,
        disclaimer_accepted: disclaimerAccepted,
        status: 'active',
        removed: false,
        reserved_by: null,
        sold_to: null,
      };
    }
    case 'ListingRevised':
      return {
        ...offerOf(event.data),
        ...(event.data.price !== row?.price && { reduced_from: null, reduced_at: null }),
      };
    case 'ListingPriceReduced':
      return { reduced_from: event.data.from, reduced_at: event.data.at };
    case 'ListingPhotosChanged':
      return { images: event.data.images };
    case 'ListingRatesSet':
      return { own_rates: event.data.rates };
    case 'ListingArchived':
      return { status: 'archived' };
    case 'ListingReserved':
      return { reserved_by: event.data.transactionId };
    case 'ReservationReleased':
      return row?.reserved_by === event.data.transactionId ? { reserved_by: null } : {};
    case 'ListingSold':
      return { status: 'sold', reserved_by: null, sold_to: event.data.transactionId };
    case 'ListingReturnedToMarket':
      return { status: 'active', reserved_by: null, sold_to: null };
    case 'ListingRemoved':
      return { status: 'archived', removed: true };
    case 'ListingRestored':
      return { status: event.data.to, removed: false };
  }
};

/** The listing details in a row. */
export const detailsOf = (row: Omit<ReturnType<typeof offerOf>, 'words'>) => ({
  title: row.title,
  franchise: row.franchise,
  mainFaction: row.main_faction,
  subfaction: row.subfaction,
  condition: row.condition,
  paintQuality: row.paint_quality,
  price: row.price,
  description: row.description,
});

/** The seller's account was erased, so its texts go as well. */
export const withoutWords = (row: ListingRow): ListingRow => ({
  ...row,
  ...offerOf({ ...detailsOf(row), ...ERASED }),
});

export const evolve = (row: ListingRow | undefined, event: Handled): ListingRow => {
  if (!row && event.type !== 'ListingPublished')
    throw new Error(`${event.type} for a listing that was never published`);
  return { id: idOf(event.stream), ...row, ...changed(row, event) } as ListingRow;
};
