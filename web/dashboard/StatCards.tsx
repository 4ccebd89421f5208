import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { Link } from '../ui/Link.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { DashboardStats } from './dashboardQueries.ts';

type Card = { name: keyof DashboardStats & string; label: string; note: string; to: string };

const CARDS: Card[] = [
  { name: 'activeListings', label: 'Active listings', note: 'Open for buyers', to: '/listings/my-listings' },
  { name: 'totalSales', label: 'Total sales', note: 'Since you joined', to: '/transactions?tab=sales' },
  { name: 'unreadMessages', label: 'Unread messages', note: 'From buyers and sellers', to: '/messages' },
  {
    name: 'newReviews',
    label: 'New reviews',
    note: `In the last ${ACCOUNT_TERMS.recentRatings}`,
    to: '/settings?tab=profile',
  },
];

export const StatCards = ({ stats }: { stats: DashboardStats }) => (
  <ul className="stats">
    {CARDS.map(({ name, label, note, to }) => (
      <li key={name}>
        <Link className="stat" to={to}>
          <b>{Number(stats[name])}</b>
          <span>{label}</span>
          <small>{note}</small>
        </Link>
      </li>
    ))}
  </ul>
);

export const StatCardsSkeleton = () => (
  <ul className="stats" aria-label="Loading...">
    {CARDS.map(({ name }) => (
      <li className="stat" key={name} aria-hidden="true">
        <Skeleton width="3rem" height="2.3rem" />
        <Skeleton width="7rem" />
        <Skeleton width="5rem" height=".9rem" />
      </li>
    ))}
  </ul>
);
