import type { Nearest } from '#application/contract/listings.ts';
import { chipsOf } from './FilterChips.tsx';
import { type Filters, NO_FILTERS } from './filters.ts';

const DROPPED: Record<Exclude<Nearest['without'], 'word' | 'search' | 'filters'>, Partial<Filters>> = {
  franchise: { franchise: '', faction: '' },
  faction: { faction: '' },
  condition: { conditions: [] },
  paintQuality: { paintQualities: [] },
  country: { countries: [] },
  price: { minPrice: '', maxPrice: '' },
  total: { minTotal: '', maxTotal: '' },
};

export const lettingGo = (filters: Filters, { without, search = '' }: Nearest): Filters => {
  if (without === 'word' || without === 'search') return { ...filters, search };
  if (without === 'filters') return { ...NO_FILTERS, search: filters.search, sort: filters.sort };
  return { ...filters, ...DROPPED[without] };
};

/** The dropped filter, named as on its chips. */
export const wordsOfDrop = (filters: Filters, franchiseName: string, { without, word }: Nearest): string => {
  if (without === 'word') return `“${word}”`;
  if (without === 'search') return `“${filters.search}”`;
  if (without === 'filters') return 'any filter';
  const kept = chipsOf(lettingGo(filters, { without, total: 0 }), franchiseName).map(({ label }) => label);
  return chipsOf(filters, franchiseName)
    .map(({ label }) => label)
    .filter((label) => !kept.includes(label))
    .join(', ');
};
