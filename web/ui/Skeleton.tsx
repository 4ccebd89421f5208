import type { CSSProperties } from 'react';

/** Size it like its replacement; it never exceeds the available width. */
export const Skeleton = ({ width, height, ratio }: { width?: string; height?: string; ratio?: string }) => (
  <div
    className="skel"
    aria-hidden="true"
    style={{ width: width && `min(${width}, 100%)`, height, aspectRatio: ratio } satisfies CSSProperties}
  />
);

/** Text lines; the last one is shorter. */
export const SkeletonLines = ({ lines = 3 }: { lines?: number }) => (
  <div className="grid gap-2" aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
      <Skeleton key={line} width={line === lines - 1 ? '62%' : '100%'} />
    ))}
  </div>
);
