import type { ListingFilters } from '#application/contract/listings.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';

export const FACETS = ['franchise', 'main_faction', 'condition', 'country'] as const;
export type Facet = (typeof FACETS)[number];

/** The facets asked for, each with the values that will do; a franchise goes by its id or its name. */
export const facetsOf = ({ franchise, faction, condition, country }: ListingFilters) => {
  const asked: Record<Facet, string[]> = {
    franchise: franchise ? [findFranchise(franchise)?.id ?? franchise] : [],
    main_faction: faction ? [faction] : [],
    condition: condition ? [condition] : [],
    country,
  };
  return FACETS.map((facet) => ({ facet, values: asked[facet] })).filter(({ values }) => values.length > 0);
};
