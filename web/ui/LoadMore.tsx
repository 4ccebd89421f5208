import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

type LoadMoreProps = {
  hasMore: boolean;
  busy: boolean;
  busyText?: string;
  onMore: () => void;
  look?: 'quiet';
  size?: 'sm';
  className?: string;
  /** Shown above the button, such as an error. */
  before?: ReactNode;
  /** Such as how many are shown. */
  children?: ReactNode;
};

/** Below a list. The button disappears at the end; the focus then moves here instead of the page's top. */
export const LoadMore = (props: LoadMoreProps) => {
  const { hasMore, busy, onMore, before, children, className = 'more', ...dress } = props;
  const place = useKeptFocus();
  if (!hasMore && !before && !children) return <div {...place} />;
  return (
    <div {...place} className={className}>
      {before}
      {hasMore && (
        <Button {...dress} busy={busy} onClick={onMore}>
          Load More
        </Button>
      )}
      {children}
    </div>
  );
};
