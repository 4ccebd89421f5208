import type { Nearest } from '#application/contract/listings.ts';
import { counted } from '#domain/shared/lengths.ts';
import { Button } from '../ui/Button.tsx';
import type { Filters } from './filters.ts';
import { lettingGo, wordsOfDrop } from './nearest.ts';
import { OfferingGrid } from './OfferingGrid.tsx';
import { useDestination } from './price/useDestination.ts';
import { useOfferings } from './useOfferings.ts';

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
