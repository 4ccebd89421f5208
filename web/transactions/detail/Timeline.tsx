import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import type { TimelineProps } from './TimelineEntries.tsx';

/** They bring a title for every fact that a sale can have. */
const Entries = partOnDemand<TimelineProps>(
  async () => (await import('./TimelineEntries.tsx')).TimelineEntries,
  <div role="status" aria-label="Loading...">
    <SkeletonLines lines={6} />
  </div>,
);

/** The sale's own story. */
export const Timeline = ({ sale: transaction }: TimelineProps) => (
  <section className="panel story" aria-labelledby="timeline">
    <h2 id="timeline">Transaction Timeline</h2>
    <Entries sale={transaction} />
  </section>
);
