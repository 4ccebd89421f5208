import { MINUTE, SECOND } from '#domain/shared/instants.ts';

/** A token counts as expired this long before its `exp`, so that a call does not arrive too late. */
export const EXPIRY_GRACE = 30 * SECOND;
export const REFRESH_INTERVAL = 15 * MINUTE;

/** The `exp` claim in milliseconds; undefined for a token that cannot be read (the server then says what it thinks of it). */
const expiryOf = (token: string): number | undefined => {
  const claims = token.split('.')[1];
  if (!claims) return undefined;
  try {
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return typeof exp === 'number' ? exp * SECOND : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return undefined;
    throw error;
  }
};

export const isExpired = (token: string, now: number = Date.now()): boolean => {
  const expiry = expiryOf(token);
  return expiry !== undefined && now >= expiry - EXPIRY_GRACE;
};
