import type { FacetCounts, ListingFilters } from '#application/contract/listingSearch.ts';
import { type ListFilter, perListFilter } from '#domain/catalogue/conditions.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';

/** The columns that searches filter and count, by their names in the API. */
const COLUMNS = {
  franchise: 'franchise',
  faction: 'main_faction',
  condition: 'condition',
  paintQuality: 'paint_quality',
  country: 'country',
} as const satisfies Record<keyof FacetCounts, string>;
const ENTRIES = Object.entries(COLUMNS) as [keyof FacetCounts, Facet][];

export type Facet = (typeof COLUMNS)[keyof typeof COLUMNS];
export const FACETS: readonly Facet[] = Object.values(COLUMNS);
export const API_NAMES = Object.fromEntries(ENTRIES.map(([name, facet]) => [facet, name])) as Record<
  Facet,
  keyof FacetCounts
>;

/** The columns of the table of counts. */
export const COUNTED: readonly Facet[] = ['franchise', 'main_faction', 'condition', 'country'];

/** Whether choosing another value of `facet` drops a condition: its own, and the faction of another game. */
export const isReplacedBy = (facet: Facet, of: unknown): boolean =>
  of === facet || (facet === 'franchise' && of === 'main_faction');

type RequestedFacets = Pick<ListingFilters, ListFilter> & Partial<Pick<ListingFilters, 'franchise' | 'faction'>>;

/** The requested facets with their accepted values; a franchise by id or name. */
export const facetsOf = ({ franchise, faction, ...lists }: RequestedFacets) => {
  const asked: Record<keyof FacetCounts, string[]> = {
    franchise: franchise ? [findFranchise(franchise)?.id ?? franchise] : [],
    faction: faction ? [faction] : [],
    ...perListFilter((filter) => lists[filter]),
  };
  return ENTRIES.map(([name, facet]) => ({ facet, values: asked[name] })).filter(({ values }) => values.length > 0);
};

export type CountsByFacet = Record<Facet, Record<string, number>>;

export const facetCounts = (counts: CountsByFacet): FacetCounts => ({
  franchise: counts.franchise,
  faction: counts.main_faction,
  ...perListFilter((filter) => counts[COLUMNS[filter]]),
});
