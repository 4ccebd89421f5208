import { partOnDemand } from './partOnDemand.tsx';
import { SkeletonLines } from './Skeleton.tsx';

/** Few readers take it along. */
export const SaleBundle = partOnDemand<{ sale: string }>(
  async () => (await import('./Zip.tsx')).SaleBundle,
  <div className="panel" role="status" aria-label="Loading...">
    <SkeletonLines lines={3} />
  </div>,
);
