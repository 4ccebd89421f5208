import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../api/session.tsx';
import { ButtonLink, IconButton } from '../ui/Button.tsx';
import { Link } from '../ui/Link.tsx';
import { Brand } from './Brand.tsx';
import { SkipLink } from './SkipLink.tsx';

const Footer = () => (
  <footer className="foot">
    <span>Every sale is protected by escrow.</span>
    <nav aria-label="Footer">
      <Link to="/about">Why Reliquary?</Link>
      <Link to="/faq">FAQ and contact</Link>
      <Link to="/how-a-sale-runs">How a sale runs</Link>
      <Link to="/terms">Terms</Link>
    </nav>
  </footer>
);

const PLACES = [
  { to: '/about', label: 'Why Reliquary?' },
  { to: '/faq', label: 'FAQ and contact' },
] as const;

export const PublicShell = () => (
  <>
    <SkipLink />
    <PublicHeader />
    <Outlet />
    <Footer />
  </>
);

const PublicHeader = () => {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [pathname]);
  const visitor = useSession().status === 'anonymous';
  return (
    <header className="topbar public">
      <Brand />
      <nav className="topnav" aria-label="Main">
        {PLACES.map(({ to, label }) => (
          <Link key={to} className="hide-small" to={to} aria-current={pathname === to ? 'page' : undefined}>
            {label}
          </Link>
        ))}
        {visitor ? (
          <>
            <ButtonLink to="/login" look="quiet" size="sm">
              Login
            </ButtonLink>
            <ButtonLink to="/register" size="sm" className="hide-small">
              Register
            </ButtonLink>
          </>
        ) : (
          <ButtonLink to="/listings" size="sm">
            Browse Listings
          </ButtonLink>
        )}
        <IconButton
          icon={open ? 'close' : 'menu'}
          label={open ? 'Close menu' : 'Open menu'}
          className="only-small"
          aria-expanded={open}
          aria-controls="public-menu"
          onClick={() => setOpen(!open)}
        />
      </nav>
      <nav className="topmenu" id="public-menu" aria-label="Menu" hidden={!open}>
        {PLACES.map(({ to, label }) => (
          <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
            {label}
          </Link>
        ))}
        {visitor && <Link to="/login">Login</Link>}
        {visitor && <Link to="/register">Register</Link>}
      </nav>
    </header>
  );
};
