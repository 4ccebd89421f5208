import { z } from 'zod';
import { parseEuros } from '#domain/shared/euros.ts';
import { offeredCountries } from '#domain/transactions/shipping.ts';
import { paging } from './common.ts';
import { flag, listing } from './listings.ts';

const BROWSE_PAGE_SIZE = 12;

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
