import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from './Button.tsx';

type PagerProps = {
  page: number;
  perPage: number;
  shown: number;
  /** Undefined if nobody counts them. */
  total?: number;
  hasMore: boolean;
  of: string;
};

/** Page links, so Back and new tabs work; nothing for a single page. */
export const Pager = ({ page, perPage, shown, total, hasMore, of }: PagerProps) => {
  const { pathname, search } = useLocation();
  const to = (next: number) => {
    const params = new URLSearchParams(search);
    if (next > 1) params.set('page', String(next));
    else params.delete('page');
    return `${pathname}?${params}`;
  };
  const first = (page - 1) * perPage + 1;
  const way = (label: string, open: boolean, next: number) =>
    open ? (
      <ButtonLink size="sm" to={to(next)}>
        {label}
      </ButtonLink>
    ) : (
      <Button size="sm" disabled>
        {label}
      </Button>
    );
  return (
    <nav className="pager" aria-label={`Pages of ${of}`}>
      <p className="num">
        {shown === 0
          ? `No ${of} on this page`
          : `${of.charAt(0).toUpperCase()}${of.slice(1)} ${first} to ${first + shown - 1}${total === undefined ? '' : ` of ${total}`}`}
      </p>
      {(page > 1 || hasMore) && (
        <div className="row">
          {way('Previous', page > 1, page - 1)}
          {way('Next', hasMore, page + 1)}
        </div>
      )}
    </nav>
  );
};
