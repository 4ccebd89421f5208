import type { Nearest } from '#application/contract/listingSearch.ts';
import { perListFilter } from '#domain/catalogue/conditions.ts';
import { counted } from '#domain/shared/lengths.ts';
import { Button } from '../../ui/Button.tsx';
import { useOfferings } from '../api/useOfferings.ts';
import { type Filters, NO_FILTERS } from '../filters.ts';
import { chipsOf } from './FilterChips.tsx';
import { OfferingGrid } from './OfferingGrid.tsx';
import { useDestination } from './price/useDestination.ts';

const DROPPED: Record<Exclude<Nearest['without'], 'word' | 'search' | 'filters'>, Partial<Filters>> = {
  franchise: { franchise: '', faction: '' },
  faction: { faction: '' },
  ...perListFilter((name): Partial<Filters> => ({ [name]: [] })),
  price: { minPrice: '', maxPrice: '' },
  total: { minTotal: '', maxTotal: '' },
};

const lettingGo = (filters: Filters, { without, search = '' }: Nearest): Filters => {
  if (without === 'word' || without === 'search') return { ...filters, search };
  if (without === 'filters') return { ...NO_FILTERS, search: filters.search, sort: filters.sort };
  return { ...filters, ...DROPPED[without] };
};

/** The dropped filter, named as on its chips. */
const wordsOfDrop = (filters: Filters, franchiseName: string, { without, word }: Nearest): string => {
  if (without === 'word') return `“${word}”`;
  if (without === 'search') return `“${filters.search}”`;
  if (without === 'filters') return 'any filter';
  const kept = chipsOf(lettingGo(filters, { without, total: 0 }), franchiseName).map(({ label }) => label);
  return chipsOf(filters, franchiseName)
    .map(({ label }) => label)
    .filter((label) => !kept.includes(label))
    .join(', ');
};

type NearestProps = {
  /** Never empty. */
  nearest: readonly Nearest[];
  filters: Filters;
  franchiseName: string;
  viewer: { _id: string } | undefined;
  onShow: (filters: Filters) => void;
};

/**
 * Shown below "nothing found": which filters to drop, with result counts, and the results of the first suggestion.
 */
export const NearestOfferings = ({ nearest, filters, franchiseName, viewer, onShow }: NearestProps) => {
  const [first] = nearest as [Nearest];
  const nearby = lettingGo(filters, first);
  const offerings = useOfferings(nearby, 1, { anonymous: viewer === undefined, destination: useDestination() });
  const resultsOf = (one: Nearest) =>
    `${counted(one.total, 'listing')} without ${wordsOfDrop(filters, franchiseName, one)}`;
  return (
    <section className="nearest" aria-labelledby="nearest">
      <h2 id="nearest">Closest matches</h2>
      <ul className="row">
        {nearest.map((one) => (
          <li key={`${one.without} ${one.word}`}>
            <Button size="sm" onClick={() => onShow(lettingGo(filters, one))}>
              {resultsOf(one)}
            </Button>
          </li>
        ))}
      </ul>
      <OfferingGrid
        offerings={{ ...offerings, hasMore: false }}
        viewer={viewer}
        eager={0}
        footer={`Showing ${offerings.listings?.length ?? 0} of ${resultsOf(first)}`}
        onMore={() => undefined}
      />
    </section>
  );
};
