import { z } from 'zod';
import { LIST_FILTERS, perListFilter } from '#domain/catalogue/conditions.ts';
import { parseEuros } from '#domain/shared/euros.ts';
import { offeredCountries } from '#domain/transactions/shipping.ts';
import { paging } from './common.ts';
import { flag, listing } from './listings.ts';

const BROWSE_PAGE_SIZE = 12;

const SORTS = ['relevance', 'newest', 'price-asc', 'price-desc', 'total-asc', 'total-desc'] as const;

type Sort = (typeof SORTS)[number];

const isByTotal = (sort: Sort): boolean => sort.startsWith('total');

export const COUNTRY_REQUIRED = 'Please choose a country to see totals';

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

/** The last listing of the previous page: its match tier (0 is best), its sort value (cents or epoch ms) and its id. */
export type ListingCursor = { tier: number; value: number; id: string };

/** The `next` of an earlier answer. */
const cursor = z
  .string()
  .regex(/^[012]\.\d{1,15}\.[0-9a-f]{32}$/, 'This cursor is not valid')
  .transform((given): ListingCursor => {
    const [tier, value, id] = given.split('.') as [string, string, string];
    return { tier: Number(tier), value: Number(value), id };
  });

const optionalText = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((typed) => typed || undefined);

/** A comma list; any of its values matches. */
const commaList = z
  .string()
  .max(2000)
  .optional()
  .transform((list) =>
    (list ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean),
  );

/** The filters: prices and totals in euros, inclusive; conditions, paint qualities and countries as comma lists. */
export const searchFilters = {
  search: optionalText,
  franchise: optionalText,
  faction: optionalText,
  ...perListFilter(() => commaList),
  minPrice: bound,
  maxPrice: bound,
  destination: z.enum(offeredCountries(), { error: 'We do not ship to this country' }).optional(),
  minTotal: bound,
  maxTotal: bound,
};

/** GET /listings. A total is the price with fee and shipping to `destination`. Relevance ranks matches in the title first. */
export const listingQuery = z
  .object({
    ...searchFilters,
    /** Default order: relevance with a search term, otherwise newest first. */
    sort: z.enum(SORTS).default('relevance'),
    /** Whether to count the matches of every filter option. */
    facets: flag.default(false),
    /** Cursor: continues after the last listing of the previous page, stable under inserts and deletes. `page` is then only a label. */
    cursor: cursor.optional(),
    ...paging(BROWSE_PAGE_SIZE),
  })
  .refine(({ destination, sort, minTotal, maxTotal }) => destination || !(isByTotal(sort) || minTotal || maxTotal), {
    path: ['destination'],
    error: COUNTRY_REQUIRED,
  })
  .meta({ id: 'ListingQuery' });
export type ListingFilters = z.output<typeof listingQuery>;

const counts = z.record(z.string(), z.int());

/**
 * The number of matches per option, without the other choices of its own kind (and without factions for a different game). Options without
 * a match are absent.
 */
const facetCounts = z
  .object({
    /** Keyed by id. */
    franchise: counts,
    faction: counts,
    ...perListFilter(() => counts),
  })
  .meta({ id: 'FacetCounts' });
export type FacetCounts = z.infer<typeof facetCounts>;

/** The parts of a search that can be relaxed; `filters`: everything except the search term. */
const DROPS = ['franchise', 'faction', ...LIST_FILTERS, 'price', 'total', 'word', 'search', 'filters'] as const;

/** For a search without results: the number of matches without one part. */
const nearest = z
  .object({
    without: z.enum(DROPS),
    /** The word as typed, and the search term without it. */
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
    /** The index is still loading, for optionalText seconds after a start: there may be more than `total`. */
    partial: z.boolean(),
    /** Search words that no listing has, each with the similar words searched instead; `meant` is empty if there are many. */
    mended: z.array(z.object({ typed: z.string(), meant: z.array(z.string()) })),
    currentPage: z.int(),
    /** The `cursor` of the next page of the same search and order; null on the last page. */
    next: z.string().nullable(),
    /** Only on request, and not while `partial`. */
    facets: facetCounts.optional(),
    /** Only without results, and not while `partial`. */
    nearest: z.array(nearest),
  })
  .meta({ id: 'ListingPage' });
export type ListingPage = z.infer<typeof listingPage>;
export type Mended = ListingPage['mended'][number];
