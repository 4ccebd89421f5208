import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Knex } from 'knex';
import { UNKNOWN_DEVICE } from '#application/accounts/device.ts';
import type { Sessions } from '#application/accounts/sessions.ts';
import { MOST_SESSIONS, sessionTermOf } from '#domain/accounts/limits.ts';
import { ROLES, type Role } from '#domain/shared/actor.ts';
import { DAY, MINUTE } from '#domain/shared/instants.ts';
import { SESSION_ENDED, WAKE_UP_CHANNEL } from '#projections/engine/wakeUps.ts';
import { openRefreshTokens } from './refreshTokens.ts';

/** Expired sessions keep their row this long, to tell "expired" from "ended". */
const FORGOTTEN = DAY;
/** Updates of `last_used_at` are at most this frequent. */
const USE = MINUTE;

/** Requests already under way with a replaced token still succeed for this long. */
const REPLACED = MINUTE;

type Listed = { session_id: string; device: string; country: string | null; opened_at: Date; last_used_at: Date };

/** Size of the cache of verified tokens. */
const MOST_TOKENS = 10_000;

/** Seconds; the client renews every 15 minutes. */
export const TOKEN_LIFETIME = 3600;

/** Imported once: signing with a CryptoKey takes half as long as with a raw secret. @param secret at least 32 bytes */
export const importSessionKey = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/**
 * JWTs (HS256) backed by a session row: deleting the row ends the token at once. The user id is both `sub` and
 * `userId`.
 */
export const openPostgresSessions = ({
  db,
  key,
  newId,
}: {
  db: Knex;
  key: CryptoKey;
  newId: () => string;
}): Sessions => {
  const sign = (account: string, roles: readonly Role[], sessionId: string, expiresAt: number, generation = 0) =>
    new SignJWT({ userId: account, roles, sid: sessionId, gen: generation })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(account)
      .setIssuer('reliquary')
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(key);
  const PROOF = ['proven_at', 'by_second_factor', 'generation', 'strong_from', 'replaced_at', 'refresh_hash'] as const;
  const refreshTokens = openRefreshTokens(db, key);
  const readToken = openTokenReader(key);
  const live = () => db('sessions').where('expires_at', '>', db.fn.now());
  const USED = {
    last_used_at: db.fn.now(),
    expires_at: db.raw('least(ends_at, now() + make_interval(secs => idle_seconds))'),
  };
  const tokenEnd = (endsAt: Date) => Math.floor(Math.min(Date.now() + TOKEN_LIFETIME * 1000, endsAt.getTime()) / 1000);

  /** Makes open event streams of the account recheck their session, in every process. */
  const notifyStreams = async (ended: readonly { account_id: string }[]): Promise<void> => {
    for (const { account_id } of ended)
      await db.raw('SELECT pg_notify(?, ?)', [WAKE_UP_CHANNEL, `${SESSION_ENDED} ${account_id}`]);
  };

  /** The session just opened always stays. */
  const endSurplus = async (account: string, opened: string): Promise<void> => {
    const surplus = live()
      .where({ account_id: account })
      .orderByRaw('session_id = ? DESC, last_used_at DESC, session_id DESC', [opened])
      .offset(MOST_SESSIONS)
      .select('session_id');
    const ended = await db('sessions')
      .where({ account_id: account })
      .whereIn('session_id', surplus)
      .delete('account_id');
    await notifyStreams(ended.slice(0, 1));
  };

  const endThose = async (those: Knex.QueryBuilder): Promise<void> =>
    notifyStreams((await those.delete('account_id')).slice(0, 1));

  return {
    open: async (account, roles, { device = UNKNOWN_DEVICE, country = null, bySecondFactor = false } = {}) => {
      const sessionId = newId();
      const { after, idle } = sessionTermOf(roles);
      const endsAt = new Date(Date.now() + after);
      await db('sessions')
        .where('expires_at', '<=', new Date(Date.now() - FORGOTTEN))
        .where({ account_id: account })
        .delete();
      await db('sessions').insert({
        session_id: sessionId,
        account_id: account,
        device,
        country,
        proven_at: db.fn.now(),
        by_second_factor: bySecondFactor,
        ends_at: endsAt,
        idle_seconds: idle / 1000,
        expires_at: new Date(Date.now() + idle),
      });
      await endSurplus(account, sessionId);
      return sign(account, roles, sessionId, tokenEnd(endsAt));
    },
    verify: async (token, { byItself } = { byItself: false }) => {
      const claims = await readToken(token);
      if (typeof claims === 'string') return undefined;
      const one = { session_id: claims.sessionId, account_id: claims.id };
      const row = await live()
        .where(one)
        .first(...PROOF, 'last_used_at');
      if (!row) return undefined;
      // tokens of the previous release have no generation and stay valid until they expire
      const { roles, generation = row.generation, ...who } = claims;
      const replaced = generation < row.generation;
      if (replaced && row.replaced_at.getTime() < Date.now() - REPLACED) return undefined;
      if (!byItself && row.last_used_at.getTime() < Date.now() - USE) await live().where(one).update(USED);
      const provenAt = replaced || row.proven_at === null ? null : row.proven_at.getTime();
      const remembered = row.refresh_hash !== null;
      const session = { ...who, provenAt, ...(replaced && { replaced }), ...(remembered && { remembered }) };
      const [own, offices] = [roles.filter((role) => role === 'member'), roles.filter((role) => role !== 'member')];
      return row.by_second_factor && generation >= row.strong_from
        ? { ...session, roles, withheld: [] }
        : { ...session, roles: own, withheld: offices };
    },
    prove: async (sessionId, { secondFactor }) => {
      await live()
        .where({ session_id: sessionId })
        .update({
          proven_at: db.fn.now(),
          generation: db.raw('generation + 1'),
          replaced_at: db.fn.now(),
          ...(secondFactor && {
            by_second_factor: true,
            strong_from: db.raw('CASE WHEN by_second_factor THEN strong_from ELSE generation + 1 END'),
          }),
        });
      return refreshTokens.another(sessionId);
    },
    remember: (sessionId, roles) => refreshTokens.first(sessionId, sessionTermOf(roles).asleep / 1000),
    refresh: async (token) => {
      const spent = await refreshTokens.spend(token);
      if (typeof spent === 'string') return { is: 'over', why: spent };
      if ('gone' in spent) return { is: 'over', why: { endedOf: spent.gone } };
      const { row, verdict, next } = spent;
      const session = { id: row.account_id, sessionId: row.session_id };
      if (next) return { is: 'renewed', ...session, next };
      if (verdict === 'replaced') return { is: 'replaced' };
      if (verdict !== 'reused') return { is: 'over', why: verdict === 'expired' ? 'expired' : 'unknown' };
      await notifyStreams([row]);
      return { is: 'reused', ...session, device: row.device };
    },
    whyOver: async (token) => {
      const claims = await readToken(token);
      if (typeof claims === 'string') return claims;
      const left = await db('sessions').where({ session_id: claims.sessionId }).first('reused_at');
      if (!left) return { endedOf: claims.id };
      return left.reused_at ? 'reused' : 'expired';
    },
    renew: async (sessionId, account, roles, country) => {
      const one = { session_id: sessionId, account_id: account };
      const row = await live().where(one).first('ends_at', 'generation', 'country');
      if (!row) return undefined;
      if (country !== undefined && country !== row.country) await live().where(one).update({ country });
      return sign(account, roles, sessionId, tokenEnd(row.ends_at), row.generation);
    },
    isOpen: async (sessionId) => (await live().where({ session_id: sessionId }).first('session_id')) !== undefined,
    list: async (account) => {
      const rows: Listed[] = await live()
        .where({ account_id: account })
        .orderBy('last_used_at', 'desc')
        .select('session_id', 'device', 'country', 'opened_at', 'last_used_at');
      return rows.map(({ session_id, device, country, opened_at, last_used_at }) => ({
        sessionId: session_id,
        device,
        country,
        openedAt: opened_at.getTime(),
        lastUsedAt: last_used_at.getTime(),
      }));
    },
    end: async (sessionId, account) => {
      const ended = await db('sessions')
        .where({ session_id: sessionId, ...(account !== undefined && { account_id: account }) })
        .delete('account_id');
      await notifyStreams(ended);
      return ended.length > 0;
    },
    endAll: async (account, except) => {
      const sessions = db('sessions').where({ account_id: account });
      await endThose(except === undefined ? sessions : sessions.whereNot({ session_id: except }));
    },
    // the store has whole milliseconds, the column has fractions
    endOpenedBy: (account, moment) =>
      endThose(
        db('sessions')
          .where({ account_id: account })
          .where('opened_at', '<=', new Date(moment + 1)),
      ),
  };
};

type Claims = { id: string; sessionId: string; roles: Role[]; generation: number | undefined };

/**
 * Caches verified tokens by hash: a session sends the same token for an hour, and a valid signature stays valid. The
 * oldest entries are evicted first.
 */
const openTokenReader = (key: CryptoKey) => {
  const known = new Map<string, { claims: Claims; endsAt: number }>();
  return async (token: string): Promise<Claims | 'expired' | 'unknown'> => {
    const digest = createHash('sha256').update(token).digest('base64');
    const found = known.get(digest);
    if (found) return Math.floor(Date.now() / 1000) < found.endsAt ? found.claims : 'expired';
    const read = await readToken(token, key);
    if (typeof read === 'string') return read;
    known.set(digest, read);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_TOKENS) break;
      known.delete(oldest);
    }
    return read.claims;
  };
};

/** A failure code for a token that this key did not sign, or that has expired. */
const readToken = async (token: string, key: CryptoKey) => {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer: 'reliquary' });
    const { sub, sid, roles, gen, exp = Number.POSITIVE_INFINITY } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || !Array.isArray(roles)) return 'unknown';
    const generation = typeof gen === 'number' ? gen : undefined;
    const claims: Claims = { id: sub, sessionId: sid, roles: ROLES.filter((role) => roles.includes(role)), generation };
    return { claims, endsAt: exp };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError) return 'unknown';
    throw error;
  }
};
