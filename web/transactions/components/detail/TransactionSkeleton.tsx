import { Skeleton, SkeletonLines } from '../../../ui/Skeleton.tsx';

export const TransactionSkeleton = () => (
  <div role="status" aria-label="Accessing the archives...">
    <div className="panel tx-head">
      <div className="tx-item">
        <Skeleton ratio="4 / 3" />
        <div className="grid gap-2">
          <Skeleton width="12rem" height="1.5rem" />
          <Skeleton width="70%" height="2rem" />
          <Skeleton width="45%" />
        </div>
      </div>
      <div className="tx-steps">
        <Skeleton height="4rem" />
      </div>
    </div>
    <div className="tx">
      <div>
        <Skeleton height="22rem" />
        <div className="panel">
          <SkeletonLines lines={6} />
        </div>
      </div>
      <div>
        <Skeleton height="11rem" />
        <div className="panel">
          <SkeletonLines lines={5} />
        </div>
      </div>
    </div>
  </div>
);
