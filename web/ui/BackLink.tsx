import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';

/** Above a heading: a link to the parent list. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="back" to={to}>
    <Icon name="back" />
    {children}
  </Link>
);
