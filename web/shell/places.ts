import { access } from '#domain/access/access.ts';
import { may, type Right } from '#domain/access/right.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { IconName } from '../ui/icons.ts';

export type Place = { to: string; label: string; icon: IconName };

/** The links of the side panel, in the order of document 1, section 2. */
export const PLACES: readonly Place[] = [
  { to: '/listings', label: 'Browse Listings', icon: 'grid' },
  { to: '/dashboard', label: 'Dashboard Overview', icon: 'gauge' },
  { to: '/listings/create', label: 'Create Listing', icon: 'plus' },
  { to: '/listings/my-listings', label: 'My Listings', icon: 'box' },
  { to: '/messages', label: 'Messages', icon: 'message' },
  { to: '/settings', label: 'Account Settings', icon: 'settings' },
  { to: '/transactions', label: 'My Transactions', icon: 'receipt' },
  { to: '/faq-contact', label: 'FAQ & Contact Us', icon: 'question' },
];

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
    ],
  },
];

export const desksOf = (roles: readonly Role[]): Desk[] => DESKS.filter(({ right }) => may(right, roles));

/** Under these paths everything is one step denser. */
export const deskAt = (pathname: string): 'Staff' | 'Audit' | undefined => {
  if (/^\/staff(\/|$)/.test(pathname)) return 'Staff';
  return /^\/audit(\/|$)/.test(pathname) ? 'Audit' : undefined;
};

/** A sale has two spellings of its address, onboarding shows the settings. */
const ALIASES: readonly [string, string][] = [
  ['/transaction/', '/transactions'],
  ['/seller/onboarding', '/settings'],
  ['/staff/cases/', '/staff'],
];

/** The place that the current page belongs to: the longest one that its path begins with. */
export const currentPlace = (pathname: string): string | undefined => {
  const alias = ALIASES.find(([path]) => pathname.startsWith(path));
  if (alias) return alias[1];
  return [...PLACES, ...DESKS.flatMap(({ places }) => places)]
    .map(({ to }) => to)
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((one, other) => other.length - one.length)[0];
};
