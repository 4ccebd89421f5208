import { z } from 'zod';
import { findFranchise } from '../catalogue/franchises.ts';
import { cents } from '../shared/money.ts';

/**
 * Same fields as browsing. List fields match any of their values. Bounds are inclusive; totals include delivery to
 * `destination`.
 */
export const wanted = z.object({
  search: z.string().optional(),
  franchise: z.string().optional(),
  faction: z.string().optional(),
  condition: z.array(z.string()),
  paintQuality: z.array(z.string()),
  country: z.array(z.string()),
  minPrice: cents.optional(),
  maxPrice: cents.optional(),
  destination: z.string().optional(),
  minTotal: cents.optional(),
  maxTotal: cents.optional(),
});
export type Wanted = z.infer<typeof wanted>;

const listed = (values: readonly string[]): string[] => [...new Set(values)].sort();

/** Normal form, so that equal searches compare equal. Empty filters are dropped. */
export const plainly = (typed: Wanted): Wanted => {
  const { franchise, faction, destination, minPrice, maxPrice, minTotal, maxTotal } = typed;
  const search = typed.search?.trim().replace(/\s+/g, ' ');
  return {
    ...(search && { search }),
    ...(franchise && { franchise: findFranchise(franchise)?.id ?? franchise }),
    ...(faction && { faction }),
    condition: listed(typed.condition),
    paintQuality: listed(typed.paintQuality),
    country: listed(typed.country),
    ...(minPrice && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(destination && { destination }),
    ...(minTotal && { minTotal }),
    ...(maxTotal !== undefined && { maxTotal }),
  };
};

const ofTotals = ({ minTotal, maxTotal }: Wanted): boolean => minTotal !== undefined || maxTotal !== undefined;

/** Whether it filters anything. A destination alone does not. */
export const asksForSomething = ({ destination: _, ...rest }: Wanted): boolean =>
  Object.values(rest).some((asked) => (Array.isArray(asked) ? asked.length > 0 : asked !== undefined));

/** Whether two normalised searches find the same. The destination matters only for totals. */
export const isSame = (one: Wanted, other: Wanted): boolean => {
  const keyOf = (search: Wanted): string => {
    const { destination, ...rest } = { ...search, search: search.search?.toLowerCase() };
    const parts = { ...rest, ...(ofTotals(search) && { destination }) };
    return JSON.stringify(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return keyOf(one) === keyOf(other);
};
