import { access } from '#domain/access/access.ts';
import { may, type Right } from '#domain/access/right.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { Place } from './places.ts';

/** `right`: required to work there; a place may require another one. */
type Desk = { title: string; right: Right; places: readonly (Place & { right?: Right })[] };

/** Shown above the member's links. */
const DESKS: readonly Desk[] = [
  {
    title: 'Staff',
    right: access.case.see.queue,
    places: [
      { to: '/staff', label: 'Cases', icon: 'receipt' },
      { to: '/staff/accounts', label: 'Accounts', icon: 'person' },
      { to: '/staff/reports', label: 'Reported messages', icon: 'flag' },
      { to: '/staff/reports/listings', label: 'Reported listings', icon: 'flag' },
      { to: '/staff/reports/reviews', label: 'Reported reviews', icon: 'flag' },
    ],
  },
  {
    title: 'Administration',
    right: access.role.see.holders,
    places: [{ to: '/staff/roles', label: 'Roles', icon: 'shield' }],
  },
  {
    title: 'Audit',
    right: access.history.see.events,
    places: [
      { to: '/audit', label: 'Audit trail', icon: 'search' },
      { to: '/audit/events', label: 'Events', icon: 'receipt' },
      { to: '/audit/ledger', label: 'Ledger', icon: 'euro' },
      { to: '/audit/terms', label: 'Other terms', icon: 'filters', right: access.ledger.see.books },
      { to: '/audit/work', label: 'Pending work', icon: 'clock' },
      { to: '/audit/log', label: 'Transparency log', icon: 'check' },
      { to: '/audit/security', label: 'Security', icon: 'shield', right: access.history.see.security },
      { to: '/audit/disclosures', label: 'Opened data', icon: 'info', right: access.history.see.disclosures },
    ],
  },
];

export const desksOf = (roles: readonly Role[]): Desk[] =>
  DESKS.filter(({ right }) => may(right, roles)).map((desk) => ({
    ...desk,
    places: desk.places.filter(({ right = desk.right }) => may(right, roles)),
  }));
