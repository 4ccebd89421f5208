import { Skeleton, SkeletonLines } from '../../../ui/Skeleton.tsx';

export const TransactionsSkeleton = () => (
  <ul className="sales" aria-label="Accessing the archives...">
    {['one', 'two', 'three'].map((place) => (
      <li className="panel sale-card" key={place} aria-hidden="true">
        <div className="sale-photo">
          <Skeleton ratio="4 / 3" />
        </div>
        <div className="sale-head">
          <Skeleton width="11rem" height="1.5rem" />
          <Skeleton width="16rem" height="1.4rem" />
          <Skeleton width="13rem" />
        </div>
        <div className="sale-sums">
          <SkeletonLines lines={4} />
        </div>
        <div className="sale-actions">
          <Skeleton width="7rem" height="2.25rem" />
        </div>
      </li>
    ))}
  </ul>
);
