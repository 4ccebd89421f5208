import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { MINUTE } from '#domain/shared/instants.ts';
import { statsQuery } from '../api/account.ts';
import { useUser } from '../api/session.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import { currentPlace, PLACES } from './places.ts';

type SidePanelProps = { id: string; open: boolean; onLeave: () => void };

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
      <ul>
        {PLACES.map(({ to, label, icon }) => (
          <li key={to} className={classes(to === '/faq-contact' && 'gap')}>
            <Link to={to} aria-current={to === current ? 'page' : undefined} onClick={onLeave}>
              <Icon name={icon} />
              {label}
              {to === '/messages' && unread > 0 && (
                <span className="count new">
                  {unread > 99 ? '99+' : unread}
                  <span className="sr-only"> unread</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
