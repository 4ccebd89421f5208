import { z } from 'zod';
import { CONDITIONS, PAINT_QUALITIES } from '#domain/catalogue/conditions.ts';
import { formatCents, formatRound } from '#domain/shared/euros.ts';
import { parseEuros } from '#domain/shared/money.ts';
import { oneLine } from '#domain/shared/oneLine.ts';
import { LEAST_PRICE, MOST_PRICE } from '#domain/transactions/limits.ts';
import { offeredCountries } from '#domain/transactions/shipping.ts';
import { euros, id, image, paging, timestamp } from './common.ts';
import { listingRates, listingRatesPart } from './rates.ts';

const BROWSE_PAGE_SIZE = 12;

const required = (text: string, max: number, label: string, written = z.string({ error: text }).trim()) =>
  written.min(1, text).max(max, `${label} must be at most ${max} characters`);

/** What sentences name it by. */
const inOneLine = (text: string, max: number, label: string) =>
  required(text, max, label, z.string({ error: text }).overwrite(oneLine));

/** Euros as typed; cents out. A third decimal is refused, not rounded. */
const price = z
  .union([z.string(), z.number()], { error: 'Valid price is required' })
  .transform((typed, context) => {
    const value = parseEuros(typed);
    if (value === undefined || value < LEAST_PRICE) context.addIssue('Valid price is required');
    else if (value > MOST_PRICE) context.addIssue(`Price cannot exceed ${formatRound(MOST_PRICE)}`);
    return value ?? 0;
  })
  .meta({
    description: `Euros, at most two decimals, from ${formatCents(LEAST_PRICE)} to ${formatRound(MOST_PRICE)}`,
  });

/** The rules of document 1, section 5, in their order; the first failure is the one reported. */
export const listingFields = z.object({
  title: inOneLine('Title is required', 100, 'Title'),
  franchise: required('Franchise is required', 100, 'Franchise'),
  mainFaction: inOneLine('Main faction is required', 100, 'Main faction'),
  condition: z.enum(CONDITIONS, { error: 'Condition is required' }),
  price,
  description: required('Description is required', 5000, 'Description'),
  subfaction: z
    .string()
    .overwrite(oneLine)
    .max(100)
    .nullish()
    .transform((faction) => faction ?? ''),
  paintQuality: z
    .enum(PAINT_QUALITIES, { error: 'Paint quality is not one of the offered values' })
    .default('Not Painted'),
});

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((typed) => typed === 'true')]);

/** POST /listings, the text parts of the multipart body. */
export const createListing = listingFields
  .extend({ disclaimerAccepted: flag.default(false), shippingRates: listingRatesPart })
  .meta({ id: 'CreateListing' });

/** PUT /listings/{id}. The archive call leaves out franchise and disclaimerAccepted. */
export const reviseListing = listingFields
  .extend({ status: z.literal('active').optional(), disclaimerAccepted: flag.optional(), shippingRates: listingRates })
  .meta({ id: 'ReviseListing' });
export const archiveListing = z.object({ status: z.literal('archived') }).meta({ id: 'ArchiveListing' });

const SORTS = ['relevance', 'newest', 'price-asc', 'price-desc', 'total-asc', 'total-desc'] as const;
type Sort = (typeof SORTS)[number];

const ofTotals = (sort: Sort): boolean => sort.startsWith('total');

export const TOTAL_OF_COUNTRY = 'A total is reckoned for a country: please choose one';

/** A price bound in euros → cents; anything else is refused. */
const bound = z
  .string()
  .optional()
  .transform((typed, context) => {
    if (typed === undefined || typed === '') return undefined;
    const value = parseEuros(typed);
    if (value === undefined) context.addIssue('A price bound must be an amount in euros');
    return value;
  });

/** Behind the listing that was shown last: how well it fits the search (0 best), what the order goes by (cents, epoch ms), its id. */
export type ListingCursor = { tier: number; value: number; id: string };

/** What an answer gave as `next`. */
const cursor = z
  .string()
  .regex(/^[012]\.\d{1,15}\.[0-9a-f]{32}$/, 'The cursor is not one that was answered')
  .transform((given): ListingCursor => {
    const [tier, value, id] = given.split('.') as [string, string, string];
    return { tier: Number(tier), value: Number(value), id };
  });

const some = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((typed) => typed || undefined);

/** Any of these, between commas. */
const anyOf = z
  .string()
  .max(2000)
  .optional()
  .transform((list) =>
    (list ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean),
  );

/** What is looked for: prices and totals inclusive, in euros; conditions, paint qualities and countries between commas. */
export const soughtFields = {
  search: some,
  franchise: some,
  faction: some,
  condition: anyOf,
  paintQuality: anyOf,
  country: anyOf,
  minPrice: bound,
  maxPrice: bound,
  destination: z.enum(offeredCountries(), { error: 'We do not ship to this country' }).optional(),
  minTotal: bound,
  maxTotal: bound,
};

/**
 * GET /listings. Prices and totals inclusive; conditions, paint qualities and countries are comma lists. A total is what a buyer in
 * `destination` pays in all. By relevance comes first what has the words in its title.
 */
export const listingQuery = z
  .object({
    ...soughtFields,
    /** By relevance what is searched for; newest first where nothing is. */
    sort: z.enum(SORTS).default('relevance'),
    /** Whether to count beside every option what it would find. */
    facets: flag.default(false),
    /** Goes on behind what the answer showed whose `next` it was, whatever came or went meanwhile; `page` then only says which one this is. */
    cursor: cursor.optional(),
    ...paging(BROWSE_PAGE_SIZE),
  })
  .refine(({ destination, sort, minTotal, maxTotal }) => destination || !(ofTotals(sort) || minTotal || maxTotal), {
    path: ['destination'],
    error: TOTAL_OF_COUNTRY,
  })
  .meta({ id: 'ListingQuery' });
export type ListingFilters = z.output<typeof listingQuery>;

export const seller = z
  .object({
    _id: id,
    /** `[erased]` once the account is. */
    username: z.string(),
    reputation: z.int(),
    ratingCount: z.int(),
    joinDate: timestamp.nullable(),
  })
  .meta({ id: 'Seller' });

export const listing = z
  .object({
    _id: id,
    id,
    title: z.string(),
    franchise: z.string(),
    franchiseName: z.string(),
    mainFaction: z.string(),
    subfaction: z.string(),
    condition: z.string(),
    paintQuality: z.string(),
    price: euros,
    /** From the lowest price of the thirty days before, and since when. */
    reduced: z.object({ from: euros, at: timestamp }).optional(),
    /** How many watch it; not told of very few. */
    watchers: z.int().optional(),
    /** What shipping it costs, within its seller's country, to the others of this market, and beyond; `own`: for this listing alone. */
    shipping: z.object({ domestic: euros, continental: euros, international: euros, own: z.boolean() }),
    description: z.string(),
    status: z.enum(['active', 'sold', 'archived']),
    /** A sale of it is being paid, or its seller has agreed on a price with a buyer: with somebody else than who asks about it alone. */
    reserved: z.boolean(),
    /** Its seller is suspended or about to leave: nobody can buy it meanwhile. */
    sellerAway: z.literal(true).optional(),
    /** Taken from the sale. */
    badge: z.enum(['Shipped', 'Completed', 'Disputed']).nullable(),
    disclaimerAccepted: z.boolean(),
    images: z.array(image),
    location: z.string(),
    posted: timestamp,
    seller,
    /** The sale that it is reserved for or was sold in; told to its buyer and its seller only, and only about one listing. */
    ownSale: id.optional(),
    /** What its seller and the caller have agreed on, who can buy it for that until then. Only about one listing. */
    agreed: z.object({ price: euros, until: timestamp }).optional(),
    /** Why the caller cannot buy it at this moment, though it is on offer: purchases that they left unpaid. Only about one listing. */
    notYet: z.object({ message: z.string(), possibleAt: timestamp.optional() }).optional(),
  })
  .meta({ id: 'Listing' });
export type Listing = z.infer<typeof listing>;

const counts = z.record(z.string(), z.int());

/** Of each option how many it would find, as if no other one of its own kind were chosen (and no faction beside another game); those that find nothing are left out. */
const facetCounts = z
  .object({
    /** By their ids. */
    franchise: counts,
    faction: counts,
    condition: counts,
    paintQuality: counts,
    country: counts,
  })
  .meta({ id: 'FacetCounts' });
export type FacetCounts = z.infer<typeof facetCounts>;

/** What of a search can be let go of; `filters` are all but the search. */
const DROPS = [
  'franchise',
  'faction',
  'condition',
  'paintQuality',
  'country',
  'price',
  'total',
  'word',
  'search',
  'filters',
] as const;

/** Of a search that finds nothing: how many it would find without something. */
const nearest = z
  .object({
    without: z.enum(DROPS),
    /** The word, as it was typed, and what is searched for without it. */
    word: z.string().optional(),
    search: z.string().optional(),
    total: z.int(),
  })
  .meta({ id: 'NearestOffers' });
export type Nearest = z.infer<typeof nearest>;

export const listingPage = z
  .object({
    listings: z.array(listing),
    hasMore: z.boolean(),
    totalPages: z.int(),
    total: z.int(),
    /** For some seconds after the start of a large marketplace: not all could be looked through, there may be more than `total`. */
    partial: z.boolean(),
    /** Words of the search that nothing on offer has, each with the similar ones that were looked for instead; none are named where they are many. */
    mended: z.array(z.object({ typed: z.string(), meant: z.array(z.string()) })),
    currentPage: z.int(),
    /** The `cursor` of the page that follows, in the same order of the same search; null where there is none. */
    next: z.string().nullable(),
    /** Where they were asked for; not while `partial`. */
    facets: facetCounts.optional(),
    /** Where nothing is found, and not `partial`. */
    nearest: z.array(nearest),
  })
  .meta({ id: 'ListingPage' });
export type ListingPage = z.infer<typeof listingPage>;
export type Mended = ListingPage['mended'][number];

export const franchise = z
  .object({
    id: z.string(),
    name: z.string(),
    isOfficial: z.boolean(),
    disclaimerRequired: z.boolean(),
    disclaimer: z.string(),
  })
  .meta({ id: 'Franchise' });

export const factionData = z.record(
  z.string(),
  z.object({
    subfactions: z.array(z.string()),
    /** The names of its games, where all of them are asked for. */
    franchises: z.array(z.string()).optional(),
  }),
);
