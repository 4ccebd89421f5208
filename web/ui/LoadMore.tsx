import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';

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
  const place = useRef<HTMLDivElement>(null);
  const focused = useRef(false);
  useLayoutEffect(() => {
    if (!hasMore && focused.current && document.activeElement === document.body) place.current?.focus();
    focused.current = false;
  }, [hasMore]);
  if (!hasMore && !before && !children) return <div ref={place} tabIndex={-1} />;
  return (
    <div ref={place} className={className} tabIndex={-1}>
      {before}
      {hasMore && (
        <Button
          {...dress}
          busy={busy}
          onClick={onMore}
          onFocus={() => {
            focused.current = true;
          }}
          onBlur={() => {
            focused.current = false;
          }}
        >
          Load More
        </Button>
      )}
      {children}
    </div>
  );
};
