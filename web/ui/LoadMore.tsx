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
  /** Stands around the button, such as what went wrong above it. */
  before?: ReactNode;
  /** Such as how many are shown. */
  children?: ReactNode;
};

/** Under a list. With the last of it the button goes: whoever pressed it by key then stands here and not at the top of the page. */
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
