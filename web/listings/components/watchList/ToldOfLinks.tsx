import { Link } from '../../../ui/Link.tsx';

const PLACES = [
  { to: '/watching', label: 'Listings' },
  { to: '/watching/searches', label: 'Saved searches' },
];

export const ToldOfLinks = ({ here }: { here: string }) => (
  <nav className="kinds" aria-label="Watched items and saved searches">
    {PLACES.map(({ to, label }) => (
      <Link key={to} to={to} aria-current={to === here ? 'page' : undefined}>
        {label}
      </Link>
    ))}
  </nav>
);
