import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../api/ApiError.ts';
import { hasNothing } from '../api/hasNothing.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { ErrorState } from '../ui/States.tsx';
import { dashboardStatsQuery } from './dashboardQueries.ts';
import { RecentActivity } from './RecentActivity.tsx';
import { Reputation } from './Reputation.tsx';
import { StatCards, StatCardsSkeleton } from './StatCards.tsx';
import { WaitingForYou } from './WaitingForYou.tsx';

export const Dashboard = () => {
  const stats = useQuery(dashboardStatsQuery);
  return (
    <>
      <PageHeading
        title="Dashboard Overview"
        actions={
          <ButtonLink look="primary" to="/listings/create" icon="plus">
            Create Listing
          </ButtonLink>
        }
      />
      {stats.isPending ? (
        <StatCardsSkeleton />
      ) : hasNothing(stats) ? (
        <div className="mb-6">
          <ErrorState
            error={stats.error}
            title={`Error loading dashboard: ${messageOf(stats.error, 'the archives did not answer')}`}
            onRetry={() => stats.refetch()}
          />
        </div>
      ) : (
        <StatCards stats={stats.data} />
      )}
      <div className="dash">
        <RecentActivity />
        <div>
          <WaitingForYou />
          {stats.data && <Reputation {...stats.data} />}
        </div>
      </div>
    </>
  );
};
