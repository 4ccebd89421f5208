import { access } from '#domain/access/access.ts';
import { may, type Right } from '#domain/access/right.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { Place } from './places.ts';

/** `right`: what somebody must be allowed to see to work there. */
type Desk = { title: string; right: Right; places: readonly Place[] };

/** Above the member's own links, for those who have more to do here. */
const DESKS: readonly Desk[] = [
  {
    title: 'Staff',
    right: access.case.see.queue,
    places: [
      { to: '/staff', label: 'Cases', icon: 'receipt' },
      { to: '/staff/accounts', label: 'Accounts', icon: 'person' },
      { to: '/staff/reports', label: 'Reported messages', icon: 'flag' },
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
      { to: '/audit/ledger', label: 'Ledger', icon: 'euro' },
      { to: '/audit/log', label: 'Transparency log', icon: 'check' },
    ],
  },
];

export const desksOf = (roles: readonly Role[]): Desk[] => DESKS.filter(({ right }) => may(right, roles));
