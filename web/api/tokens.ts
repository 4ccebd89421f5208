import { MINUTE, SECOND } from '#domain/shared/instants.ts';

/** A token counts as expired this long before its `exp`, so that a call does not arrive too late. */
const EXPIRY_GRACE = 30 * SECOND;
export const REFRESH_INTERVAL = 15 * MINUTE;

type Claims = { exp?: unknown; iat?: unknown; sub?: unknown };

/** What a token says; undefined for one that cannot be read. */
export const claimsOf = (token: string): Claims | undefined => {
  const claims = token.split('.')[1];
  if (!claims) return undefined;
  try {
    const said: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof said === 'object' && said !== null ? said : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return undefined;
    throw error;
  }
};

/** Whether it can be read and names this person (or nobody): a token beside another person's profile makes no session. */
export const isTokenOf = (token: string, userId: string): boolean => {
  const claims = claimsOf(token);
  return claims !== undefined && (claims.sub === undefined || claims.sub === userId);
};

/** `ahead`: how far this clock is before the server’s, as far as that is known, ms. */
export const clock = { ahead: 0 };

/** By its `exp`, in seconds; one that says none does not. */
export const isExpired = (token: string): boolean =>
  Date.now() - clock.ahead >= Number(claimsOf(token)?.exp) * SECOND - EXPIRY_GRACE;
