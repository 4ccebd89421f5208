import { z } from 'zod';
import { CONDITIONS, PAINT_QUALITIES } from '#domain/catalogue/conditions.ts';
import { formatRound } from '#domain/shared/euros.ts';
import { parseEuros } from '#domain/shared/money.ts';
import { MOST_PRICE } from '#domain/transactions/policy.ts';
import { offeredCountries } from '#domain/transactions/shipping.ts';
import { euros, id, image, paging, timestamp } from './common.ts';

const BROWSE_PAGE_SIZE = 12;

const required = (text: string, max: number, label: string) =>
  z.string({ error: text }).trim().min(1, text).max(max, `${label} must be at most ${max} characters`);

/** Euros as typed; cents out. A third decimal is refused, not rounded. */
const price = z.union([z.string(), z.number()], { error: 'Valid price is required' }).transform((typed, context) => {
  const value = parseEuros(typed);
  if (value === undefined || value <= 0) context.addIssue('Valid price is required');
  else if (value > MOST_PRICE) context.addIssue(`Price cannot exceed ${formatRound(MOST_PRICE)}`);
  return value ?? 0;
});

/** The rules of document 1, section 5, in their order; the first failure is the one reported. */
export const listingFields = z.object({
  title: required('Title is required', 100, 'Title'),
  franchise: required('Franchise is required', 100, 'Franchise'),
  mainFaction: required('Main faction is required', 100, 'Main faction'),
  condition: z.enum(CONDITIONS, { error: 'Condition is required' }),
  price,
  description: required('Description is required', 5000, 'Description'),
  subfaction: z
    .string()
    .trim()
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
  .extend({ disclaimerAccepted: flag.default(false) })
  .meta({ id: 'CreateListing' });

/** PUT /listings/{id}. The archive call leaves out franchise and disclaimerAccepted. */
export const reviseListing = listingFields
  .extend({ status: z.literal('active').optional(), disclaimerAccepted: flag.optional() })
  .meta({ id: 'ReviseListing' });
export const archiveListing = z.object({ status: z.literal('archived') }).meta({ id: 'ArchiveListing' });

const SORTS = ['newest', 'price-asc', 'price-desc', 'total-asc', 'total-desc'] as const;

const ofTotals = (sort: (typeof SORTS)[number]): boolean => sort.startsWith('total');

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

const some = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((typed) => typed || undefined);

/** GET /listings. Prices and totals inclusive; `country` is a comma list. A total is what a buyer in `destination` pays in all. */
export const listingQuery = z
  .object({
    search: some,
    franchise: some,
    faction: some,
    condition: some,
    country: z
      .string()
      .max(2000)
      .optional()
      .transform((list) =>
        list
          ? list
              .split(',')
              .map((country) => country.trim())
              .filter(Boolean)
          : [],
      ),
    minPrice: bound,
    maxPrice: bound,
    destination: z.enum(offeredCountries(), { error: 'We do not ship to this country' }).optional(),
    minTotal: bound,
    maxTotal: bound,
    sort: z.enum(SORTS).default('newest'),
    ...paging(BROWSE_PAGE_SIZE),
  })
  .refine(({ destination, sort, minTotal, maxTotal }) => destination || !(ofTotals(sort) || minTotal || maxTotal), {
    path: ['destination'],
    error: 'A total is reckoned for a country: please choose one',
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
    /** What its seller takes for shipping, within the own country, to the others of this market, and beyond. */
    shipping: z.object({ domestic: euros, continental: euros, international: euros }),
    description: z.string(),
    status: z.enum(['active', 'sold', 'archived']),
    /** A sale of it is being paid. */
    reserved: z.boolean(),
    /** Taken from the sale. */
    badge: z.enum(['Shipped', 'Completed', 'Disputed']).nullable(),
    disclaimerAccepted: z.boolean(),
    images: z.array(image),
    location: z.string(),
    posted: timestamp,
    seller,
    /** The sale that it is reserved for or was sold in; told to its buyer and its seller only, and only about one listing. */
    ownSale: id.optional(),
    /** Why the caller cannot buy it at this moment, though it is on offer: purchases that they left unpaid. Only about one listing. */
    notYet: z.object({ message: z.string(), possibleAt: timestamp.optional() }).optional(),
  })
  .meta({ id: 'Listing' });
export type Listing = z.infer<typeof listing>;

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

export const factionData = z.record(z.string(), z.object({ subfactions: z.array(z.string()) }));
