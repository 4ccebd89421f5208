import { Skeleton } from '../../../ui/Skeleton.tsx';

export const StatsSkeleton = () => (
  <div className="stats stats-3" aria-hidden="true">
    {['listings', 'sales', 'reputation'].map((stat) => (
      <div className="stat" key={stat}>
        <Skeleton width="3rem" height="2.3rem" />
        <Skeleton width="6rem" />
      </div>
    ))}
  </div>
);
