import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import { Link } from '../ui/Link.tsx';
import type { Place } from './places.ts';

export type Waiting = { count: number; of: 'unread' | 'open' | 'waiting for you' };

type PlaceLinkProps = { place: Place; current: string | undefined; onLeave: () => void; waiting?: Waiting | undefined };

export const PlaceLink = ({ place, current, onLeave, waiting }: PlaceLinkProps) => (
  <Link to={place.to} aria-current={place.to === current ? 'page' : undefined} onClick={onLeave}>
    <Icon name={place.icon} />
    {place.label}
    {waiting && waiting.count > 0 && (
      <span className={classes('count', waiting.of !== 'open' && 'new')}>
        {waiting.count > 99 ? '99+' : waiting.count}
        <span className="sr-only"> {waiting.of}</span>
      </span>
    )}
  </Link>
);
