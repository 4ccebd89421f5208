import type { Mended } from '#application/contract/listingSearch.ts';
import { classes } from '../../ui/classes.ts';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { PAGE_SIZE } from '../api/browseQueries.ts';
import type { Offerings } from '../api/useOfferings.ts';
import { CardSkeleton, ListingCard } from './ListingCard.tsx';

type GridProps = {
  offerings: Offerings;
  viewer: { _id: string } | undefined;
  /** Cards above the fold: their photos load eagerly. */
  eager: number;
  /** The result count, shown above the cards. */
  found?: string;
  footer: string;
  onMore: () => void;
};

/** Created on first use: loading the locale takes about 10 ms, which every first view would pay. */
const either = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);

const asTold = ({ typed, meant }: Mended): string =>
  `No offering has “${typed}”. Showing ${meant.length > 0 ? `results for ${either(meant.map((word) => `“${word}”`))}` : 'the closest matches'}.`;

export const OfferingGrid = ({ offerings, viewer, eager, found, footer, onMore }: GridProps) => {
  const { listings, mended, loading, error, hasMore, tooMany, retry } = offerings;
  if (!listings) return error ? <FetchError error={error} onRetry={retry} /> : <GridSkeleton />;
  return (
    <>
      {mended.length > 0 && (
        <p className="mended" role="status">
          {mended.map(asTold).join(' ')}
        </p>
      )}
      {found && (
        <p className="found small" role="status">
          {found}
        </p>
      )}
      <ul className={classes('grid-cards', loading && 'is-busy')} aria-busy={loading}>
        {listings.map((listing, index) => (
          <ListingCard key={listing._id} listing={listing} viewer={viewer} eager={index < eager} />
        ))}
      </ul>
      <LoadMore
        hasMore={hasMore}
        busy={loading}
        onMore={onMore}
        before={error && <FetchError error={error} onRetry={retry} />}
      >
        <div role="status">
          <p>{footer}</p>
          {tooMany && (
            <p>These are the first {listings.length.toLocaleString('en')}. Narrow your search to see the rest.</p>
          )}
        </div>
      </LoadMore>
    </>
  );
};

const FetchError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorState error={error} title="Error: Failed to fetch listings" onRetry={onRetry} />
);

const GridSkeleton = () => (
  <>
    <p className="sr-only" role="status">
      Accessing the archives...
    </p>
    <ul className="grid-cards">
      {Array.from({ length: PAGE_SIZE }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are alike and never move
        <CardSkeleton key={place} />
      ))}
    </ul>
  </>
);
