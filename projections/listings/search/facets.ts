import type { FacetCounts, ListingFilters } from '#application/contract/listingSearch.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';

export const FACETS = ['franchise', 'main_faction', 'condition', 'paint_quality', 'country'] as const;
export type Facet = (typeof FACETS)[number];

/** Whether another choice of a facet lets go of a chosen one: of its own, and of a faction with its game. */
export const letsGo = (facet: Facet, of: unknown): boolean =>
  of === facet || (facet === 'franchise' && of === 'main_faction');

type Asked = Pick<ListingFilters, 'condition' | 'paintQuality' | 'country'> &
  Partial<Pick<ListingFilters, 'franchise' | 'faction'>>;

/** The facets asked for, each with the values that will do; a franchise goes by its id or its name. */
export const facetsOf = ({ franchise, faction, condition, paintQuality, country }: Asked) => {
  const asked: Record<Facet, string[]> = {
    franchise: franchise ? [findFranchise(franchise)?.id ?? franchise] : [],
    main_faction: faction ? [faction] : [],
    condition,
    paint_quality: paintQuality,
    country,
  };
  return FACETS.map((facet) => ({ facet, values: asked[facet] })).filter(({ values }) => values.length > 0);
};

/** As the API calls them. */
export const TOLD_AS = {
  franchise: 'franchise',
  main_faction: 'faction',
  condition: 'condition',
  paint_quality: 'paintQuality',
  country: 'country',
} as const satisfies Record<Facet, keyof FacetCounts>;

export type CountsByFacet = Record<Facet, Record<string, number>>;

export const toldCounts = (counts: CountsByFacet): FacetCounts => ({
  franchise: counts.franchise,
  faction: counts.main_faction,
  condition: counts.condition,
  paintQuality: counts.paint_quality,
  country: counts.country,
});
