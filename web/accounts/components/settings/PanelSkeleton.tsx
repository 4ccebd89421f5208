import { Skeleton, SkeletonLines } from '../../../ui/Skeleton.tsx';

export const PanelSkeleton = () => (
  <div className="panel max-w-2xl" role="status" aria-label="Loading...">
    <div className="form-grid">
      <Skeleton width="12rem" height="1.75rem" />
      <SkeletonLines lines={2} />
      <Skeleton height="2.75rem" />
      <Skeleton height="2.75rem" />
      <Skeleton width="10rem" height="2.75rem" />
    </div>
  </div>
);
