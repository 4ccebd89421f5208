import { Skeleton } from '../../ui/Skeleton.tsx';

export const ListSkeleton = () => (
  <div className="panel flush talks" role="status" aria-label="Accessing the archives...">
    {[1, 2, 3, 4].map((card) => (
      <div key={card} className="talk-card">
        <div className="talk-photo">
          <Skeleton ratio="4 / 3" />
        </div>
        <div className="talk-what">
          <Skeleton width="55%" height="1.4rem" />
          <Skeleton width="35%" />
          <Skeleton width="80%" />
        </div>
      </div>
    ))}
  </div>
);
