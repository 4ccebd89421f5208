import type { FacetCounts, ListingFilters } from '#application/contract/listingSearch.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';

export const FACETS = ['franchise', 'main_faction', 'condition', 'paint_quality', 'country'] as const;
export type Facet = (typeof FACETS)[number];

/** Whether choosing another value of `facet` drops a condition: its own, and the faction of another game. */
export const isReplacedBy = (facet: Facet, of: unknown): boolean =>
  of === facet || (facet === 'franchise' && of === 'main_faction');

type RequestedFacets = Pick<ListingFilters, 'condition' | 'paintQuality' | 'country'> &
  Partial<Pick<ListingFilters, 'franchise' | 'faction'>>;

/** The requested facets with their accepted values; a franchise by id or name. */
export const facetsOf = ({ franchise, faction, condition, paintQuality, country }: RequestedFacets) => {
  const asked: Record<Facet, string[]> = {
    franchise: franchise ? [findFranchise(franchise)?.id ?? franchise] : [],
    main_faction: faction ? [faction] : [],
    condition,
    paint_quality: paintQuality,
    country,
  };
  return FACETS.map((facet) => ({ facet, values: asked[facet] })).filter(({ values }) => values.length > 0);
};

export const API_NAMES = {
  franchise: 'franchise',
  main_faction: 'faction',
  condition: 'condition',
  paint_quality: 'paintQuality',
  country: 'country',
} as const satisfies Record<Facet, keyof FacetCounts>;

export type CountsByFacet = Record<Facet, Record<string, number>>;

export const facetCounts = (counts: CountsByFacet): FacetCounts => ({
  franchise: counts.franchise,
  faction: counts.main_faction,
  condition: counts.condition,
  paintQuality: counts.paint_quality,
  country: counts.country,
});
