import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../../api/account.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { ErrorState } from '../../../ui/States.tsx';
import { reputationText } from './reputation.ts';
import { StatsSkeleton } from './StatsSkeleton.tsx';

export const StatsCards = () => {
  const stats = useQuery(statsQuery);
  if (stats.isPending) return <StatsSkeleton />;
  if (hasNothing(stats))
    return <ErrorState error={stats.error} title="Failed to load user profile" onRetry={() => stats.refetch()} />;
  const { activeListings, totalSales: totalTransactions, reputation, ratingCount } = stats.data;
  return (
    <dl className="stats stats-3">
      <div className="stat">
        <dt>Active listings</dt>
        <dd>{activeListings}</dd>
      </div>
      <div className="stat">
        <dt>Total sales</dt>
        <dd>{totalTransactions}</dd>
      </div>
      <div className="stat">
        <dt>Reputation</dt>
        <dd className="stat-text">{reputationText({ reputation, ratingCount })}</dd>
      </div>
    </dl>
  );
};
