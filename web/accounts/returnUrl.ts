export const HOME = '/listings';

/** Parsing with any other site as the base shows what a browser would make of it. */
const ELSEWHERE = 'https://elsewhere.invalid';

const pathOnThisSite = (wanted: string): string | undefined => {
  if (!wanted.startsWith('/') || /^\/[/\\]/.test(wanted)) return undefined;
  const address = URL.canParse(wanted, ELSEWHERE) ? new URL(wanted, ELSEWHERE) : undefined;
  // once its dots are resolved `/.//host` is the address of another site
  if (address?.origin !== ELSEWHERE || address.pathname.startsWith('//')) return undefined;
  return address.pathname + address.search + address.hash;
};

const PUBLIC_LISTING = /^\/public\/listings\/([^/?#]+)/;

/** A path on this site or nothing; the public page of a listing becomes its page for members. */
export const safeReturnUrl = (wanted: string | null): string | undefined => {
  const path = wanted === null ? undefined : pathOnThisSite(wanted);
  return path?.replace(PUBLIC_LISTING, '/listings/$1');
};

type From = string | { pathname: string; search?: string; hash?: string };

/** The place that a guard or a button left in the navigation state. */
const fromState = (state: unknown): string | null => {
  const from = (state as { from?: From } | null)?.from;
  if (!from) return null;
  return typeof from === 'string' ? from : `${from.pathname}${from.search ?? ''}${from.hash ?? ''}`;
};

/** Where a login leads: the place one came from, else the returnUrl, else the listings. */
export const afterLogin = (state: unknown, returnUrl: string | null): string =>
  safeReturnUrl(fromState(state)) ?? safeReturnUrl(returnUrl) ?? HOME;
