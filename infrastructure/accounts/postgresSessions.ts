import { errors, jwtVerify, SignJWT } from 'jose';
import type { Knex } from 'knex';
import type { Sessions } from '#application/ports/sessions.ts';
import { ROLES, type Role } from '#domain/shared/actor.ts';
import { SESSION_ENDED, WAKE_UP_CHANNEL } from '#projections/engine/wakeUps.ts';

/** Seconds; the client renews every 15 minutes. */
export const TOKEN_LIFETIME = 3600;

/** A raw secret is imported anew on every signature, a CryptoKey is not: half the time. @param secret 32 bytes at least */
export const importSessionKey = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** JWTs (HS256) whose session stands in a row: ending the row ends the token at once. The user's id is `sub` and `userId`. */
export const openPostgresSessions = ({
  db,
  key,
  newId,
}: {
  db: Knex;
  key: CryptoKey;
  newId: () => string;
}): Sessions => {
  const sign = (account: string, roles: readonly Role[], sessionId: string, expiresAt: number) =>
    new SignJWT({ userId: account, roles, sid: sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(account)
      .setIssuer('reliquary')
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(key);
  const live = () => db('sessions').where('expires_at', '>', db.fn.now());
  const expiry = () => Math.floor(Date.now() / 1000) + TOKEN_LIFETIME;

  /** Streams of that account, in whatever process, look whether their session is still there. */
  const tellStreams = async (ended: readonly { account_id: string }[]): Promise<void> => {
    for (const { account_id } of ended)
      await db.raw('SELECT pg_notify(?, ?)', [WAKE_UP_CHANNEL, `${SESSION_ENDED} ${account_id}`]);
  };

  return {
    open: async (account, roles) => {
      const sessionId = newId();
      const expiresAt = expiry();
      await db('sessions').where('expires_at', '<=', db.fn.now()).where({ account_id: account }).delete();
      await db('sessions').insert({
        session_id: sessionId,
        account_id: account,
        expires_at: new Date(expiresAt * 1000),
      });
      return sign(account, roles, sessionId, expiresAt);
    },
    verify: async (token) => {
      const claims = await readToken(token, key);
      if (typeof claims === 'string') return undefined;
      const row = await live().where({ session_id: claims.sessionId, account_id: claims.id }).first('session_id');
      return row ? claims : undefined;
    },
    whyOver: async (token) => {
      const claims = await readToken(token, key);
      return typeof claims === 'string' ? claims : 'ended';
    },
    renew: async (sessionId, account, roles) => {
      const expiresAt = expiry();
      const renewed = await live()
        .where({ session_id: sessionId, account_id: account })
        .update({ expires_at: new Date(expiresAt * 1000) });
      if (renewed === 0) return undefined;
      return sign(account, roles, sessionId, expiresAt);
    },
    isOpen: async (sessionId) => (await live().where({ session_id: sessionId }).first('session_id')) !== undefined,
    end: async (sessionId) => {
      const ended = await db('sessions').where({ session_id: sessionId }).delete('account_id');
      await tellStreams(ended);
    },
    endAll: async (account, except) => {
      const sessions = db('sessions').where({ account_id: account });
      const ended = await (except === undefined ? sessions : sessions.whereNot({ session_id: except })).delete(
        'account_id',
      );
      await tellStreams(ended.slice(0, 1));
    },
  };
};

/** A word for anything that this key has not signed, or that has expired. */
const readToken = async (token: string, key: CryptoKey) => {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer: 'reliquary' });
    const { sub, sid, roles } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || !Array.isArray(roles)) return 'unknown';
    return { id: sub, sessionId: sid, roles: ROLES.filter((role) => roles.includes(role)) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError) return 'unknown';
    throw error;
  }
};
