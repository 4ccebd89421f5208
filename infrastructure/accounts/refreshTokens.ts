import { createHash, createHmac, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Knex } from 'knex';
import type { RefreshToken } from '#application/accounts/sessions.ts';
import { judgeRefresh, type RefreshVerdict } from '#domain/accounts/refreshTokens.ts';

/** A distinct `typ`, so that an access token cannot pass as a refresh token or vice versa. */
const TYPE = 'refresh+jwt';
const ISSUER = 'reliquary';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const randomText = (): string => randomBytes(32).toString('base64url');

/** A failure code for a token that this key did not sign, or that has expired. */
const read = async (token: string, key: CryptoKey) => {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer: ISSUER, typ: TYPE });
    const { sid, gen, sub } = payload;
    if (typeof sid !== 'string' || typeof gen !== 'number' || typeof sub !== 'string') return 'unknown';
    return { sessionId: sid, account: sub, generation: gen, hash: hashOf(token) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError) return 'unknown';
    throw error;
  }
};

type Row = {
  session_id: string;
  account_id: string;
  device: string;
  ends_at: Date;
  refresh_hash: string | null;
  refresh_generation: number;
  spent_hash: string | null;
  spent_at: Date | null;
  refresh_salt: string | null;
  reused_at: Date | null;
  is_live: boolean;
  now: Date;
};

export type RefreshResult =
  | 'expired'
  | 'unknown'
  /** The session row is gone. */
  | { gone: string }
  | { row: Row; verdict: RefreshVerdict | 'expired'; next?: RefreshToken };

/**
 * Refresh tokens: 256 random bits, signed. The row stores the hashes of two, and the signature identifies older ones.
 * The successor is derived from the token and a salt: a client that repeats the request gets the same successor, and
 * the database alone reveals no token.
 */
export const openRefreshTokens = (db: Knex, key: CryptoKey) => {
  const sign = async (row: Pick<Row, 'session_id' | 'account_id' | 'ends_at'>, generation: number, random: string) => {
    const value = await new SignJWT({ sid: row.session_id, gen: generation, jti: random })
      .setProtectedHeader({ alg: 'HS256', typ: TYPE })
      .setSubject(row.account_id)
      .setIssuer(ISSUER)
      .setExpirationTime(Math.floor(row.ends_at.getTime() / 1000))
      .sign(key);
    return { value, until: row.ends_at.getTime() };
  };
  const successorOf = (token: string, salt: string): string =>
    createHmac('sha256', token).update(salt).digest('base64url');

  /** Locks the row: of two requests with one token, the second sees what the first wrote. */
  const locked = async <Value>(
    sessionId: string,
    act: (row: Row | undefined, trx: Knex.Transaction) => Promise<Value>,
  ) =>
    db.transaction(async (trx) => {
      const row: Row | undefined = await trx('sessions')
        .where({ session_id: sessionId })
        .forUpdate()
        .first('*', trx.raw('expires_at > clock_timestamp() AS is_live'), trx.raw('clock_timestamp() AS now'));
      return act(row, trx);
    });

  /** Issues a token that does not derive from the previous one, which is spent without a successor. */
  const issue = (sessionId: string, changes: (row: Row) => Record<string, unknown> | undefined) =>
    locked(sessionId, async (row, trx) => {
      const beside = row?.is_live ? changes(row) : undefined;
      if (!row || !beside) return undefined;
      const generation = row.refresh_generation + 1;
      const token = await sign(row, generation, randomText());
      await trx('sessions')
        .where({ session_id: sessionId })
        .update({
          ...beside,
          refresh_hash: hashOf(token.value),
          refresh_generation: generation,
          refresh_salt: null,
          spent_hash: row.refresh_hash,
          spent_at: row.now,
        });
      return token;
    });

  return {
    first: (sessionId: string, asleepSeconds: number): Promise<RefreshToken | undefined> =>
      issue(sessionId, (row) => ({
        idle_seconds: asleepSeconds,
        expires_at: new Date(Math.min(row.ends_at.getTime(), row.now.getTime() + asleepSeconds * 1000)),
      })),
    /** Undefined if the session has no refresh token. */
    another: (sessionId: string): Promise<RefreshToken | undefined> =>
      issue(sessionId, (row) => (row.refresh_hash === null ? undefined : {})),
    spend: async (token: string): Promise<RefreshResult> => {
      const shown = await read(token, key);
      if (typeof shown === 'string') return shown;
      return locked(shown.sessionId, async (row, trx): Promise<RefreshResult> => {
        if (!row) return { gone: shown.account };
        if (row.reused_at) return { row, verdict: 'reused' };
        if (!row.is_live) return { row, verdict: 'expired' };
        const known = {
          generation: row.refresh_generation,
          good: row.refresh_hash,
          spent: row.spent_hash,
          spentAt: row.spent_at?.getTime() ?? null,
          successor: row.refresh_salt !== null,
        };
        const verdict = judgeRefresh(shown, known, row.now.getTime());
        const one = trx('sessions').where({ session_id: row.session_id });
        if (verdict === 'next') {
          const salt = randomText();
          const generation = row.refresh_generation + 1;
          const next = await sign(row, generation, successorOf(token, salt));
          await one.update({
            refresh_hash: hashOf(next.value),
            refresh_generation: generation,
            refresh_salt: salt,
            spent_hash: row.refresh_hash,
            spent_at: row.now,
          });
          return { row, verdict, next };
        }
        if (verdict === 'again')
          return {
            row,
            verdict,
            next: await sign(row, row.refresh_generation, successorOf(token, row.refresh_salt ?? '')),
          };
        if (verdict === 'reused') await one.update({ reused_at: row.now, expires_at: row.now });
        return { row, verdict };
      });
    },
  };
};
