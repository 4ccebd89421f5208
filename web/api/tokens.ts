import { MINUTE, SECOND } from '#domain/shared/instants.ts';

/** A token counts as expired this long before its `exp`, so that a call does not arrive too late. */
const EXPIRY_GRACE = 30 * SECOND;
export const REFRESH_INTERVAL = 15 * MINUTE;

type Claims = { exp?: unknown; sub?: unknown };

/** What a token says; undefined for one that cannot be read. */
const claimsOf = (token: string): Claims | undefined => {
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

/** The `exp` claim in milliseconds. */
const expiryOf = (token: string): number | undefined => {
  const exp = claimsOf(token)?.exp;
  return typeof exp === 'number' ? exp * SECOND : undefined;
};

export const isExpired = (token: string, now: number = Date.now()): boolean => {
  const expiry = expiryOf(token);
  return expiry !== undefined && now >= expiry - EXPIRY_GRACE;
};
