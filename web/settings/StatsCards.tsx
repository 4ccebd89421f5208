import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../api/account.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';
import { reputationText } from './reputation.ts';

const Loading = () => (
  <div className="stats stats-3" aria-hidden="true">
    {['listings', 'sales', 'reputation'].map((stat) => (
      <div className="stat" key={stat}>
        <Skeleton width="3rem" height="2.3rem" />
        <Skeleton width="6rem" />
      </div>
    ))}
  </div>
);

export const StatsCards = () => {
  const stats = useQuery(statsQuery);
  if (stats.isPending) return <Loading />;
  if (stats.isError) return <ErrorState title="Failed to load user profile" onRetry={() => stats.refetch()} />;
  const { activeListings, totalSales, reputation, ratingCount } = stats.data;
  return (
    <dl className="stats stats-3">
      <div className="stat">
        <dt>Active listings</dt>
        <dd>{activeListings}</dd>
      </div>
      <div className="stat">
        <dt>Total sales</dt>
        <dd>{totalSales}</dd>
      </div>
      <div className="stat">
        <dt>Reputation</dt>
        <dd className="stat-text">{reputationText({ reputation, ratingCount })}</dd>
      </div>
    </dl>
  );
};
