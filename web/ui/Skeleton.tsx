import type { CSSProperties } from 'react';

/** Give it the size of what replaces it; with large letters it is no wider than there is room. */
export const Skeleton = ({ width, height, ratio }: { width?: string; height?: string; ratio?: string }) => (
  <div
    className="skel"
    aria-hidden="true"
    style={{ width: width && `min(${width}, 100%)`, height, aspectRatio: ratio } satisfies CSSProperties}
  />
);

/** Lines of text to come; the last one is shorter. */
export const SkeletonLines = ({ lines = 3 }: { lines?: number }) => (
  <div className="grid gap-2" aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
      <Skeleton key={line} width={line === lines - 1 ? '62%' : '100%'} />
    ))}
  </div>
);
