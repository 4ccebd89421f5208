import { useLocation } from 'react-router-dom';
import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WatchList } from './Watching.tsx';

const SavedSearches = partOnDemand(
  async () => (await import('../savedSearches/SavedSearches.tsx')).SavedSearches,
  <Skeleton height="20rem" />,
);

/** What one is told of: listings that one watches, and searches that one saved. One screen of two addresses, as each route weighs on every first page. */
export const ToldOf = () =>
  useLocation().pathname.startsWith('/watching/searches') ? <SavedSearches /> : <WatchList />;
