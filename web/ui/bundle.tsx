import { partOnDemand } from './partOnDemand.tsx';
import { SkeletonLines } from './Skeleton.tsx';

/** Rarely used, so loaded on demand. */
export const TransactionBundle = partOnDemand<{ sale: string }>(
  async () => (await import('./Zip.tsx')).TransactionBundle,
  <div className="panel" role="status" aria-label="Loading...">
    <SkeletonLines lines={3} />
  </div>,
);
