import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { MINUTE } from '#domain/shared/instants.ts';
import { statsQuery } from '../api/account.ts';
import { useUser } from '../api/session.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import { currentPlace, desksOf, PLACES, type Place } from './places.ts';

type SidePanelProps = { id: string; open: boolean; onLeave: () => void };

type Going = { current: string | undefined; onLeave: () => void };

const PlaceLink = ({ place, current, onLeave, unread = 0 }: Going & { place: Place; unread?: number }) => (
  <Link to={place.to} aria-current={place.to === current ? 'page' : undefined} onClick={onLeave}>
    <Icon name={place.icon} />
    {place.label}
    {unread > 0 && (
      <span className="count new">
        {unread > 99 ? '99+' : unread}
        <span className="sr-only"> unread</span>
      </span>
    )}
  </Link>
);

/** What somebody with more than the member's role has to do here. */
const Desks = (going: Going) =>
  desksOf(useUser().roles).map(({ title, places }) => (
    <div key={title} className="side-desk">
      <h3>{title}</h3>
      <ul>
        {places.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} {...going} />
          </li>
        ))}
      </ul>
    </div>
  ));

export const SidePanel = ({ id, open, onLeave }: SidePanelProps) => {
  const heading = useId();
  const user = useUser();
  const current = currentPlace(useLocation().pathname);
  const unread = useQuery({ ...statsQuery, refetchInterval: MINUTE }).data?.unreadMessages ?? 0;
  return (
    <nav className={classes('side', open && 'is-open')} id={id} aria-labelledby={heading} hidden={!open}>
      <h2 id={heading}>Command Center</h2>
      <p className="side-who">
        <span className="strong">{user.username}</span>
        <span className="muted">{user.email}</span>
      </p>
      <Desks current={current} onLeave={onLeave} />
      <ul>
        {PLACES.map((place) => (
          <li key={place.to} className={classes(place.to === '/faq-contact' && 'gap')}>
            <PlaceLink {...{ place, current, onLeave }} unread={place.to === '/messages' ? unread : 0} />
          </li>
        ))}
      </ul>
    </nav>
  );
};
