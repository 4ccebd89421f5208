import type { Role } from '#domain/shared/actor.ts';

export const HOME = '/listings';

/** Parse against a foreign base: a URL that leaves it is not a path on this site. */
const ELSEWHERE = 'https://elsewhere.invalid';

const pathOnThisSite = (wanted: string): string | undefined => {
  if (!wanted.startsWith('/') || /^\/[/\\]/.test(wanted)) return undefined;
  const address = URL.canParse(wanted, ELSEWHERE) ? new URL(wanted, ELSEWHERE) : undefined;
  // With its dots resolved, `/.//host` is the address of another site.
  if (address?.origin !== ELSEWHERE || address.pathname.startsWith('//')) return undefined;
  return address.pathname + address.search + address.hash;
};

const PUBLIC_LISTING = /^\/public\/listings\/([^/?#]+)/;

/** A path on this site, or undefined. A public listing page becomes the member page. */
export const safeReturnUrl = (wanted: string | null): string | undefined => {
  const path = wanted === null ? undefined : pathOnThisSite(wanted);
  return path?.replace(PUBLIC_LISTING, '/listings/$1');
};

type From = string | { pathname: string; search?: string; hash?: string };

/** The location that a guard or button left in the navigation state. */
const fromState = (state: unknown): string | null => {
  const from = (state as { from?: From } | null)?.from;
  if (!from) return null;
  return typeof from === 'string' ? from : `${from.pathname}${from.search ?? ''}${from.hash ?? ''}`;
};

/** Staff begin at their cases, auditors at the audit trail. */
const homeOf = (roles: readonly Role[]): string => {
  if (roles.includes('staff')) return '/staff';
  return roles.includes('auditor') ? '/audit' : HOME;
};

/** Target after login: the previous location, else `returnUrl`, else the reader's home. */
export const afterLogin = (state: unknown, returnUrl: string | null, roles: readonly Role[] = []): string =>
  safeReturnUrl(fromState(state)) ?? safeReturnUrl(returnUrl) ?? homeOf(roles);
