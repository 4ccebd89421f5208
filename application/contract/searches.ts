import { z } from 'zod';
import { PACES } from '#domain/accounts/mailChoices.ts';
import { LONGEST_NAME } from '#domain/listings/savedSearchText.ts';
import { oneLine } from '#domain/shared/oneLine.ts';
import { id, timestamp } from './common.ts';
import { soughtFields, TOTAL_OF_COUNTRY } from './listings.ts';

const name = z.string().overwrite(oneLine).max(LONGEST_NAME, `A name must be at most ${LONGEST_NAME} characters`);

/** POST user/searches: what is looked for, as GET listings takes it. Without a name it is called by what it asks for. */
export const saveSearch = z
  .object({ ...soughtFields, name: name.optional().transform((given) => given || undefined) })
  .refine(({ search }) => search === undefined || /[\p{L}\p{N}]/u.test(search), {
    path: ['search'],
    error: 'Nothing is found by signs alone: please use a word',
  })
  .refine(({ destination, minTotal, maxTotal }) => destination || (minTotal === undefined && maxTotal === undefined), {
    path: ['destination'],
    error: TOTAL_OF_COUNTRY,
  })
  .refine(({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }) => minPrice <= maxPrice, {
    path: ['maxPrice'],
    error: 'The highest price is below the lowest',
  })
  .refine(({ minTotal = 0, maxTotal = Number.POSITIVE_INFINITY }) => minTotal <= maxTotal, {
    path: ['maxTotal'],
    error: 'The highest total is below the lowest',
  })
  .meta({ id: 'SaveSearch' });

/** `already`: one that asks for the same was there, and stays as it is. */
export const searchSaved = z.object({ _id: id, name: z.string(), already: z.boolean() }).meta({ id: 'SearchSaved' });

/** PUT user/searches/{id}; what is absent stays. An empty name: what it asks for. */
export const changeSearch = z
  .object({ name: name.optional(), pace: z.enum(PACES, { error: 'Please choose how soon' }).optional() })
  .meta({ id: 'ChangeSearch' });

/** What GET listings takes. */
const sought = z.object({
  search: z.string().optional(),
  franchise: z.string().optional(),
  faction: z.string().optional(),
  condition: z.string().optional(),
  paintQuality: z.string().optional(),
  country: z.string().optional(),
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
    query: sought,
    pace: z.enum(PACES),
    savedAt: timestamp,
    /** What it has found since its owner looked and is on offer still; so many at most are counted. */
    found: z.int(),
  })
  .meta({ id: 'SavedSearch' });
export type SavedSearch = z.infer<typeof savedSearch>;

/** GET user/searches: saved last comes first. */
export const savedSearchList = z
  .object({
    searches: z.array(savedSearch),
    /** As many as one account can save. */
    most: z.int(),
  })
  .meta({ id: 'SavedSearchList' });
export type SavedSearchList = z.infer<typeof savedSearchList>;
