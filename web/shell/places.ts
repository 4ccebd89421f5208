import type { IconName } from '../ui/icons.ts';

export type Place = { to: string; label: string; icon: IconName };

/** The side panel's links, in the order of document 1, section 2. */
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

/** Paths with the dense layout. */
export const deskAt = (pathname: string): 'Staff' | 'Audit' | undefined => {
  if (/^\/staff(\/|$)/.test(pathname)) return 'Staff';
  return /^\/audit(\/|$)/.test(pathname) ? 'Audit' : undefined;
};

/** Alternative addresses: a sale has two, and onboarding shows the settings. */
const inPlace = (pathname: string): string =>
  pathname.replace(/^\/transaction\//, '/transactions/').replace(/^\/seller\/onboarding/, '/settings');

/** The place with the longest matching path. */
export const currentPlace = (pathname: string, places = PLACES): string | undefined => {
  const path = inPlace(pathname);
  return places
    .map(({ to }) => to)
    .filter((to) => path === to || path.startsWith(`${to}/`))
    .sort((one, other) => other.length - one.length)[0];
};
