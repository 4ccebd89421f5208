import { MINUTE, SECOND } from '#domain/shared/instants.ts';

/** A token counts as expired this early, so a call does not arrive too late. */
const EXPIRY_GRACE = 30 * SECOND;
export const REFRESH_INTERVAL = 15 * MINUTE;

type Claims = { exp?: unknown; iat?: unknown; sub?: unknown };

/** The token's payload; undefined if it cannot be read. */
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

/** Whether the token is readable and names this account or none; a mismatch makes no session. */
export const isTokenOf = (token: string, userId: string): boolean => {
  const claims = claimsOf(token);
  return claims !== undefined && (claims.sub === undefined || claims.sub === userId);
};

/** `ahead`: ms by which this clock is ahead of the server's, if known. */
export const clock = { ahead: 0 };

/** By `exp`, in seconds; without it, never. */
export const isExpired = (token: string): boolean =>
  Date.now() - clock.ahead >= Number(claimsOf(token)?.exp) * SECOND - EXPIRY_GRACE;
