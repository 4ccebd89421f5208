import { z } from 'zod';
import { PACES } from '#domain/accounts/mailChoices.ts';
import { perListFilter } from '#domain/catalogue/conditions.ts';
import { LONGEST_NAME } from '#domain/listings/savedSearchText.ts';
import { oneLine } from '#domain/shared/oneLine.ts';
import { id, timestamp } from './common.ts';
import { COUNTRY_REQUIRED, searchFilters } from './listingSearch.ts';

const name = z.string().overwrite(oneLine).max(LONGEST_NAME, `A name must be at most ${LONGEST_NAME} characters`);

/** POST user/searches: the filters of GET listings. Without a name, the name describes the filters. */
export const saveSearch = z
  .object({ ...searchFilters, name: name.optional().transform((given) => given || undefined) })
  .refine(({ search }) => search === undefined || /[\p{L}\p{N}]/u.test(search), {
    path: ['search'],
    error: 'Please use a word: punctuation alone finds nothing',
  })
  .refine(({ destination, minTotal, maxTotal }) => destination || (minTotal === undefined && maxTotal === undefined), {
    path: ['destination'],
    error: COUNTRY_REQUIRED,
  })
  .refine(({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }) => minPrice <= maxPrice, {
    path: ['maxPrice'],
    error: 'The highest price must not be below the lowest',
  })
  .refine(({ minTotal = 0, maxTotal = Number.POSITIVE_INFINITY }) => minTotal <= maxTotal, {
    path: ['maxTotal'],
    error: 'The highest total must not be below the lowest',
  })
  .meta({ id: 'SaveSearch' });

/** `already`: the same search existed and stays unchanged. */
export const searchSaved = z.object({ _id: id, name: z.string(), already: z.boolean() }).meta({ id: 'SearchSaved' });

/** PUT user/searches/{id}. Absent fields stay; an empty name restores the name that describes the filters. */
export const changeSearch = z
  .object({ name: name.optional(), pace: z.enum(PACES, { error: 'Please choose how often to notify you' }).optional() })
  .meta({ id: 'ChangeSearch' });

/** The filters of GET listings. */
const savedFilters = z.object({
  search: z.string().optional(),
  franchise: z.string().optional(),
  faction: z.string().optional(),
  ...perListFilter(() => z.string().optional()),
  minPrice: z.string().optional(),
  maxPrice: z.string().optional(),
  destination: z.string().optional(),
  minTotal: z.string().optional(),
  maxTotal: z.string().optional(),
});

export const savedSearch = z
  .object({
    _id: id,
    name: z.string(),
    query: savedFilters,
    pace: z.enum(PACES),
    savedAt: timestamp,
    /** Matches since the owner last looked that are still for sale. The count has an upper bound. */
    found: z.int(),
  })
  .meta({ id: 'SavedSearch' });
export type SavedSearch = z.infer<typeof savedSearch>;

/** GET user/searches: newest first. */
export const savedSearchList = z
  .object({
    searches: z.array(savedSearch),
    /** The maximum per account. */
    most: z.int(),
  })
  .meta({ id: 'SavedSearchList' });
export type SavedSearchList = z.infer<typeof savedSearchList>;
