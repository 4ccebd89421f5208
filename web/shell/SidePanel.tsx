import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation } from 'react-router-dom';
import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { statsQuery } from '../api/account.ts';
import { openCasesQuery, openReportsQuery } from '../api/cases.ts';
import { askedAgain } from '../api/queryClient.ts';
import { useUser } from '../api/session.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import { Link } from '../ui/Link.tsx';
import { currentPlace, desksOf, PLACES, type Place } from './places.ts';

type SidePanelProps = { id: string; open: boolean; onLeave: () => void };

type Going = { current: string | undefined; onLeave: () => void };

type Waiting = { count: number; of: 'unread' | 'open' | 'waiting for you' };

const PlaceLink = ({ place, current, onLeave, waiting }: Going & { place: Place; waiting?: Waiting | undefined }) => (
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

/** What somebody with more than the member's role has to do here. */
const Desks = (going: Going) => {
  const { roles } = useUser();
  const reads = may(access.case.see.queue, roles);
  const open: Record<string, number | undefined> = {
    '/staff': useQuery({ ...openCasesQuery, enabled: reads }).data,
    '/staff/reports': useQuery({ ...openReportsQuery, enabled: reads }).data,
  };
  return desksOf(roles).map(({ title, places }) => (
    <div key={title} className="side-desk">
      <h3>{title}</h3>
      <ul>
        {places.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} {...going} waiting={{ count: open[place.to] ?? 0, of: 'open' }} />
          </li>
        ))}
      </ul>
    </div>
  ));
};

export const SidePanel = ({ id, open, onLeave }: SidePanelProps) => {
  const heading = useId();
  const user = useUser();
  const current = currentPlace(useLocation().pathname);
  const stats = useQuery({ ...statsQuery, refetchInterval: askedAgain(MINUTE) }).data;
  const waiting: Record<string, Waiting> = {
    '/messages': { count: stats?.unreadMessages ?? 0, of: 'unread' },
    '/transactions': { count: stats?.needsYou ?? 0, of: 'waiting for you' },
  };
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
            <PlaceLink place={place} current={current} onLeave={onLeave} waiting={waiting[place.to]} />
          </li>
        ))}
      </ul>
    </nav>
  );
};
