import { formatEuros } from '#domain/shared/euros.ts';
import { typedCents } from '../ui/typedMoney.ts';

/** What a person looks for, as it stands in the address; empty strings mean "any". Prices are euros, such as `10` and `10.50`. */
export type Filters = {
  search: string;
  franchise: string;
  faction: string;
  condition: string;
  countries: string[];
  minPrice: string;
  maxPrice: string;
  /** Bounds of what the reader would pay in all. */
  minTotal: string;
  maxTotal: string;
  sort: string;
};

export const NO_FILTERS: Filters = {
  search: '',
  franchise: '',
  faction: '',
  condition: '',
  countries: [],
  minPrice: '',
  maxPrice: '',
  minTotal: '',
  maxTotal: '',
  sort: 'newest',
};

export const SORT_OPTIONS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'price-asc', label: 'Price, low to high' },
  { value: 'price-desc', label: 'Price, high to low' },
  { value: 'total-asc', label: 'Total, low to high' },
  { value: 'total-desc', label: 'Total, high to low' },
] as const;

/** Whether they can only be answered for a destination. */
export const asksForTotals = ({ sort, minTotal, maxTotal }: Partial<Filters>): boolean =>
  Boolean(sort?.startsWith('total') || minTotal || maxTotal);

/** One way to write each price; undefined for what is typed and no amount. */
export const priceBound = (typed: string): string | undefined => {
  if (typed.trim() === '') return '';
  const cents = typedCents(typed);
  return cents === undefined ? undefined : formatEuros(cents).replace('.00', '');
};

export const filtersFrom = (address: URLSearchParams): Filters => {
  const text = (name: string) => address.get(name)?.trim() ?? '';
  const sort = text('sort');
  return {
    search: text('search'),
    franchise: text('franchise'),
    faction: text('faction'),
    condition: text('condition'),
    countries: text('country').split(',').filter(Boolean),
    minPrice: priceBound(text('minPrice')) ?? '',
    maxPrice: priceBound(text('maxPrice')) ?? '',
    minTotal: priceBound(text('minTotal')) ?? '',
    maxTotal: priceBound(text('maxTotal')) ?? '',
    sort: SORT_OPTIONS.some(({ value }) => value === sort) ? sort : NO_FILTERS.sort,
  };
};

/** How many pages are open; 1 for anything odd. */
export const pagesFrom = (address: URLSearchParams): number => {
  const page = Number(address.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 50 ? page : 1;
};

/** Only what differs from "any": the same words for the address and for the call. */
export const toParams = (filters: Partial<Filters>, pages = 1): URLSearchParams => {
  const { countries = [], sort, ...texts } = filters;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(texts)) if (value) params.set(name, value);
  if (countries.length > 0) params.set('country', countries.join(','));
  if (sort && sort !== NO_FILTERS.sort) params.set('sort', sort);
  if (pages > 1) params.set('page', String(pages));
  return params;
};

/** Changing the franchise lets go of the faction, which belongs to it. */
export const changed = (filters: Filters, change: Partial<Filters>): Filters => ({
  ...filters,
  ...(change.franchise !== undefined && change.franchise !== filters.franchise ? { faction: '' } : {}),
  ...change,
});
