import { useQuery } from '@tanstack/react-query';
import type { SavedSearch } from '#application/contract/savedSearches.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';
import { savedSearchesQuery } from '../../api/searchQueries.ts';
import { ToldOfLinks } from '../watchList/ToldOfLinks.tsx';
import { SavedSearchRow } from './SavedSearchRow.tsx';

const Loading = () => (
  <ul className="grid gap-4" aria-label="Loading your saved searches…">
    {['first', 'second', 'third'].map((place) => (
      <li key={place}>
        <Skeleton height="7rem" />
      </li>
    ))}
  </ul>
);

const List = ({ searches }: { searches: readonly SavedSearch[] }) => {
  const place = useKeptFocus();
  return (
    <div {...place}>
      {searches.length === 0 ? (
        <EmptyState
          title="You have not saved any searches yet."
          actions={
            <ButtonLink size="sm" to="/listings">
              Browse Listings
            </ButtonLink>
          }
        >
          Search or choose a filter, then press “Save this search”. We will tell you about new matches.
        </EmptyState>
      ) : (
        <>
          <h2 className="sr-only">Your searches</h2>
          <ul className="grid gap-4">
            {searches.map((search) => (
              <SavedSearchRow key={search._id} search={search} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
};

/** The reader's saved searches, newest first, with their number of new results. */
export const SavedSearches = () => {
  const list = useQuery(savedSearchesQuery);
  return (
    <>
      <PageHeading
        title="Saved searches"
        actions={
          list.data && list.data.searches.length > 0 ? (
            <p className="small muted" role="status">
              {list.data.searches.length} of {list.data.most}
            </p>
          ) : undefined
        }
      />
      <ToldOfLinks here="/watching/searches" />
      {list.data ? (
        <List searches={list.data.searches} />
      ) : list.isError ? (
        <ErrorState error={list.error} title="Failed to load your saved searches" onRetry={() => list.refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
};
