import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import type { Role } from '#domain/shared/actor.ts';
import { signOut } from '../api/auth.ts';
import { useUser } from '../api/session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { IconButton } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Menu } from '../ui/Menu.tsx';
import type { MenuItem } from '../ui/MenuList.tsx';
import { isWide, useWide } from '../ui/useWide.ts';
import { Brand } from './Brand.tsx';
import { deskAt } from './places.ts';
import { SidePanel } from './SidePanel.tsx';
import { SkipLink } from './SkipLink.tsx';

const PLACES: readonly MenuItem[] = [
  { to: '/listings/my-listings', icon: 'box', label: 'My Listings' },
  { to: '/messages', icon: 'message', label: 'Messages' },
  { to: '/transactions', icon: 'receipt', label: 'My Transactions' },
  { to: '/watching', icon: 'star', label: 'Watch list' },
  { to: '/faq-contact', icon: 'question', label: 'FAQ & Contact Us' },
];

/** The links of staff, before those of a member. */
const WORK: Partial<Record<Role, MenuItem>> = {
  staff: { to: '/staff', icon: 'receipt', label: 'Cases' },
  auditor: { to: '/audit', icon: 'search', label: 'Audit trail' },
  admin: { to: '/staff/roles', icon: 'shield', label: 'Roles' },
};

/** After signing out, the page's guard leads home. */
const ProfileMenu = () => {
  const { username, roles } = useUser();
  const work = roles.flatMap((role) => WORK[role] ?? []);
  return (
    <Menu
      label="Profile menu"
      trigger={
        <button type="button" className="profile" aria-label={`Profile menu, ${username}`}>
          <Avatar name={username} own />
          <span className="hide-small" aria-hidden="true">
            {username}
          </span>
        </button>
      }
      groups={[
        ...(work.length > 0 ? [work] : []),
        PLACES,
        [{ icon: 'logout', label: 'Logout', onSelect: () => void signOut() }],
      ]}
    />
  );
};

/** The member frame: top bar, Command Center (an overlay on small screens) and the page. */
export const MemberShell = ({ bell }: { bell: ReactNode }) => {
  const wide = useWide();
  const [open, setOpen] = useState(isWide);
  useEffect(() => setOpen(wide), [wide]);
  const { pathname } = useLocation();
  const desk = deskAt(pathname);
  // Dialogs are children of the body, so the density class goes there, before the paint to avoid a jump.
  useLayoutEffect(() => {
    document.body.classList.toggle('staff', desk !== undefined);
    return () => document.body.classList.remove('staff');
  }, [desk]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the overlay
  useEffect(() => {
    if (!wide) setOpen(false);
  }, [pathname]);
  const overlaid = open && !wide;
  useEffect(() => {
    if (!overlaid) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [overlaid]);
  return (
    <>
      <SkipLink />
      <header className="topbar">
        <IconButton
          icon="menu"
          label={open ? 'Close Command Center' : 'Open Command Center'}
          aria-expanded={open}
          aria-controls="command-center"
          className="side-toggle"
          onClick={() => setOpen(!open)}
        />
        <Brand to="/listings" />
        {desk && <span className="count hide-small">{desk}</span>}
        <nav aria-label="Account">
          {bell}
          <ProfileMenu />
        </nav>
      </header>
      <div className={classes('shell', !open && 'is-folded')}>
        <SidePanel id="command-center" open={open} onLeave={() => wide || setOpen(false)} />
        {overlaid && (
          <button
            type="button"
            className="side-scrim"
            aria-label="Close Command Center"
            onClick={() => setOpen(false)}
          />
        )}
        <main className="main" id="main" tabIndex={-1} inert={overlaid}>
          <Outlet />
        </main>
      </div>
    </>
  );
};
