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

/** Staff decide, admins grant roles, auditors read all of it: what each may see is what the server answers them. */
export const STAFF_READERS: readonly Role[] = ['staff', 'admin', 'auditor'];
export const AUDIT_READERS: readonly Role[] = ['auditor', 'admin', 'staff'];
/** As the server has it: auditors see who has which role, admins change it. */
export const ROLE_READERS: readonly Role[] = ['admin', 'auditor'];

type Desk = { title: string; roles: readonly Role[]; places: readonly Place[] };

/** Above the member's own links, for those who have more to do here. */
const DESKS: readonly Desk[] = [
  {
    title: 'Staff',
    roles: STAFF_READERS,
    places: [
      { to: '/staff', label: 'Cases', icon: 'receipt' },
      { to: '/staff/accounts', label: 'Accounts', icon: 'person' },
      { to: '/staff/reports', label: 'Reported messages', icon: 'flag' },
    ],
  },
  { title: 'Administration', roles: ROLE_READERS, places: [{ to: '/staff/roles', label: 'Roles', icon: 'shield' }] },
  {
    title: 'Audit',
    roles: AUDIT_READERS,
    places: [
      { to: '/audit', label: 'Audit trail', icon: 'search' },
      { to: '/audit/ledger', label: 'Ledger', icon: 'euro' },
    ],
  },
];

export const desksOf = (roles: readonly Role[]): Desk[] =>
  DESKS.filter((desk) => desk.roles.some((role) => roles.includes(role)));

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
