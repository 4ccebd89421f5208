import { Link } from '../ui/Link.tsx';

/** The wordmark; links home (/listings for members). */
export const Brand = ({ to = '/' }: { to?: string }) => (
  <Link className="brand" to={to}>
    <svg viewBox="0 0 26 26" aria-hidden="true" focusable="false">
      <path d="M1 7V1h6M19 1h6v6M25 19v6h-6M7 25H1v-6" />
      <path d="M13 4.5 20.5 13 13 21.5 5.5 13z" />
      <path d="M13 9.5 16 13l-3 3.500L10 13z" className="brand-heart" />
    </svg>
    Reliquary
  </Link>
);
