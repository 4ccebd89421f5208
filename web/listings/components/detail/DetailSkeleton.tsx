import { Skeleton, SkeletonLines } from '../../../ui/Skeleton.tsx';

export const DetailSkeleton = () => (
  <div className="detail" role="status" aria-label="Accessing the archives...">
    <div>
      <Skeleton ratio="4 / 3" />
    </div>
    <div className="section">
      <SkeletonLines lines={4} />
    </div>
    <div className="detail-info">
      <Skeleton width="80%" height="2.75rem" />
      <Skeleton width="7rem" height="2rem" />
      <Skeleton height="2.75rem" />
      <Skeleton height="5rem" />
      <SkeletonLines lines={6} />
    </div>
  </div>
);
