import { useLocation } from 'react-router-dom';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { WatchList } from './Watching.tsx';

const SavedSearches = partOnDemand(
  async () => (await import('../savedSearches/SavedSearches.tsx')).SavedSearches,
  <Skeleton height="20rem" />,
);

/** Watched listings and saved searches: one screen with two addresses, since each route adds to every first page. */
export const ToldOf = () =>
  useLocation().pathname.startsWith('/watching/searches') ? <SavedSearches /> : <WatchList />;
