import type { ReactNode } from 'react';
import { Skeleton } from './Skeleton.tsx';

/** Wide tables scroll in their own keyboard-reachable region. */
export const TableRegion = ({ label, children, busy }: { label: string; children: ReactNode; busy?: boolean }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
  <section className="scroll-x" aria-label={label} tabIndex={0} aria-busy={busy || undefined}>
    {children}
  </section>
);

export const TableSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <div className="panel rows-to-come" role="status" aria-label="Accessing the archives...">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
      <Skeleton key={row} height="2.25rem" />
    ))}
  </div>
);
