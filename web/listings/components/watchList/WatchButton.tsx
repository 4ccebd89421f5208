import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Link } from '../../../ui/Link.tsx';
import { watchedIdsQuery } from '../../api/watchQueries.ts';
import { keepIntent, takeIntent } from './intent.ts';
import { setWatched } from './setWatched.ts';

/** Inline rather than in the shared icons, which every first page carries. */
const Eye = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M2.5 12C5 8 8.5 6 12 6s7 2 9.5 6c-2.500 4-6 6-9.500 6S5 16 2.500 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0" />
  </svg>
);

type WatchProps = {
  listing: Pick<Listing, '_id' | 'title' | 'status' | 'seller'>;
  /** Undefined for a visitor, who logs in first. */
  viewer: { _id: string } | undefined;
  /** A full-width button; otherwise an icon on a card's photo. */
  block?: boolean;
};

/** Sellers cannot watch their own listings. */
export const WatchButton = ({ viewer, ...props }: WatchProps) => {
  if (!viewer) return props.listing.status === 'active' ? <ForVisitors {...props} /> : null;
  return viewer._id === props.listing.seller._id ? null : <Toggle {...props} />;
};

const ForVisitors = ({ listing: { _id, title }, block }: Omit<WatchProps, 'viewer'>) => {
  const login = {
    to: `/login?returnUrl=${encodeURIComponent(`/public/listings/${_id}`)}`,
    onClick: () => keepIntent(_id),
  };
  return block ? (
    <ButtonLink block {...login}>
      <Eye />
      Login to Watch
    </ButtonLink>
  ) : (
    <Link {...login} className="btn btn-icon watch" aria-label={`Login to watch ${title}`} title="Watch">
      <Eye />
    </Link>
  );
};

const Toggle = ({ listing: { _id, title, status }, block }: Omit<WatchProps, 'viewer'>) => {
  const client = useQueryClient();
  const watched = useQuery(watchedIdsQuery).data?.listings.includes(_id) ?? false;
  const set = (so: boolean) => setWatched(_id, so, client);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the page that one comes back to
  useEffect(() => {
    if (takeIntent(_id)) void set(true);
  }, []);
  // Sold listings can be unwatched, but not watched.
  if (status !== 'active' && !watched) return null;
  return (
    <Button
      block={block}
      className={classes('watch', !block && 'btn-icon')}
      aria-pressed={watched}
      aria-label={`Watch ${title}`}
      title={watched ? 'We will tell you when the price drops, it sells, or it is back' : 'Watch'}
      onClick={() => set(!watched)}
    >
      <Eye />
      {block && 'Watch'}
    </Button>
  );
};
