import { partOnDemand } from './partOnDemand.tsx';
import { SkeletonLines } from './Skeleton.tsx';

/** Few readers take it along. */
export const TransactionBundle = partOnDemand<{ sale: string }>(
  async () => (await import('./Zip.tsx')).TransactionBundle,
  <div className="panel" role="status" aria-label="Loading...">
    <SkeletonLines lines={3} />
  </div>,
);
