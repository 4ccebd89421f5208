import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation } from 'react-router-dom';
import { MINUTE } from '#domain/shared/instants.ts';
import { statsQuery } from '../api/account.ts';
import { askedAgain } from '../api/queryClient.ts';
import { useUser } from '../api/session.tsx';
import { classes } from '../ui/classes.ts';
import { partOnDemand } from '../ui/partOnDemand.tsx';
import { PlaceLink, type Waiting } from './PlaceLink.tsx';
import { currentPlace, PLACES } from './places.ts';

type SidePanelProps = { id: string; open: boolean; onLeave: () => void };

/** Most users are only members. */
const Desks = partOnDemand<{ onLeave: () => void }>(async () => (await import('./Desks.tsx')).Desks, null);

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
      <p className="side-title" id={heading}>
        Command Center
      </p>
      <p className="side-who">
        <span className="strong">{user.username}</span>
        <span className="muted">{user.email}</span>
      </p>
      {user.roles.length > 1 && (
        <>
          <Desks onLeave={onLeave} />
          <p className="side-desk-title">As a member</p>
        </>
      )}
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
