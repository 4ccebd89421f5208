import { type ListFilter, perListFilter } from '#domain/catalogue/conditions.ts';
import { formatEuros } from '#domain/shared/euros.ts';
import { typedCents } from '../ui/typedMoney.ts';

/** Filters as the address holds them; an empty string means "any". Prices are euros, such as `10` or `10.50`. */
export type Filters = {
  search: string;
  franchise: string;
  faction: string;
  minPrice: string;
  maxPrice: string;
  /** Bounds on the reader's total. */
  minTotal: string;
  maxTotal: string;
  /** Empty means the default: relevance for a search, otherwise newest first. */
  sort: string;
} & Record<ListFilter, string[]>;

export const NO_FILTERS: Filters = {
  search: '',
  franchise: '',
  faction: '',
  ...perListFilter(() => []),
  minPrice: '',
  maxPrice: '',
  minTotal: '',
  maxTotal: '',
  sort: '',
};

export const SORT_OPTIONS = [
  { value: 'relevance', label: 'Most relevant' },
  { value: 'newest', label: 'Newest first' },
  { value: 'price-asc', label: 'Price, low to high' },
  { value: 'price-desc', label: 'Price, high to low' },
  { value: 'total-asc', label: 'Total, low to high' },
  { value: 'total-desc', label: 'Total, high to low' },
] as const;

/** The sort to show as selected: relevance needs a search term. */
export const sortOf = ({ sort, search }: Filters): string => sort || (search ? 'relevance' : 'newest');

/** The default sort is not stored, so that a later search sorts by relevance. */
export const sortedBy = (filters: Filters, sort: string): Filters => ({
  ...filters,
  sort: sort === sortOf({ ...filters, sort: '' }) ? '' : sort,
});

/** Whether the filters need a destination. */
export const asksForTotals = ({ sort, minTotal, maxTotal }: Partial<Filters>): boolean =>
  Boolean(sort?.startsWith('total') || minTotal || maxTotal);

/** The canonical form of a price; undefined if it is not an amount. */
export const priceBound = (typed: string): string | undefined => {
  if (typed.trim() === '') return '';
  const cents = typedCents(typed);
  return cents === undefined ? undefined : formatEuros(cents).replace('.00', '');
};

export const filtersFrom = (address: URLSearchParams): Filters => {
  const text = (name: string) => address.get(name)?.trim() ?? '';
  const sort = text('sort');
  const list = (name: string) => text(name).split(',').filter(Boolean);
  return {
    search: text('search'),
    franchise: text('franchise'),
    faction: text('faction'),
    ...perListFilter(list),
    minPrice: priceBound(text('minPrice')) ?? '',
    maxPrice: priceBound(text('maxPrice')) ?? '',
    minTotal: priceBound(text('minTotal')) ?? '',
    maxTotal: priceBound(text('maxTotal')) ?? '',
    sort: SORT_OPTIONS.some(({ value }) => value === sort) && sort !== 'relevance' ? sort : NO_FILTERS.sort,
  };
};

/** Browsers slow down with more cards, so the list stops here and suggests a narrower search. */
export const MOST_PAGES = 100;

/** Number of open pages; 1 for invalid values. */
export const pagesFrom = (address: URLSearchParams): number => {
  const page = Number(address.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MOST_PAGES) : 1;
};

/** Only values other than "any"; the address and the API use the same names. */
export const toParams = (filters: Partial<Filters>, pages = 1): URLSearchParams => {
  const { search, franchise, faction, minPrice, maxPrice, minTotal, maxTotal, sort } = filters;
  const { country, ...choices } = perListFilter((name) => filters[name]?.join(','));
  const texts = { search, franchise, faction, ...choices, minPrice, maxPrice, minTotal, maxTotal, country, sort };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(texts)) if (value) params.set(name, value);
  if (pages > 1) params.set('page', String(pages));
  return params;
};

/** Changing the franchise clears the faction, which belongs to it. */
export const changed = (filters: Filters, change: Partial<Filters>): Filters => ({
  ...filters,
  ...(change.franchise !== undefined && change.franchise !== filters.franchise ? { faction: '' } : {}),
  ...change,
});
