import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Credentials, TokenPurpose } from '#application/accounts/storage.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type HashingCost, PRODUCTION_COST, passwordHashing } from './passwordHashing.ts';

type TokenRow = { account_id: string; expires_at: string; used_at: string | null; about: string | null };

/** The token has 256 random bits, so a fast hash is enough. */
const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Stores hashes of passwords and one-time tokens, never the secrets themselves. */
export const openPostgresCredentials = ({
  db,
  cost = PRODUCTION_COST,
}: {
  db: Knex;
  cost?: HashingCost;
}): Credentials => {
  const hashing = passwordHashing(cost);
  const tokens = (token: string, purpose: string) =>
    db('one_time_tokens').where({ token_hash: tokenHash(token), purpose });
  const open = (account: AccountId, purpose: TokenPurpose) => ({ account_id: account, purpose, used_at: null });
  const hashOf = async (account: AccountId | undefined): Promise<string | undefined> =>
    (
      await db('credentials')
        .where({ account_id: account ?? '' })
        .first('password_hash')
    )?.password_hash;

  const setPassword = async (account: AccountId, password: string): Promise<void> => {
    const row = { account_id: account, password_hash: await hashing.hash(password), changed_at: db.fn.now() };
    await db.transaction(async (transaction) => {
      await transaction('credentials').insert(row).onConflict('account_id').merge();
      await transaction('one_time_tokens').where(open(account, 'resetPassword')).delete();
    });
  };

  return {
    setPassword,
    // a random password keeps the row, so a repeated registration cannot set a new one
    lockPassword: (account) => setPassword(account, randomBytes(32).toString('base64url')),
    checkPassword: async (account, password) => hashing.check(await hashOf(account), password),
    // the salt makes each hash unique
    passwordVersion: async (account) => {
      const hash = await hashOf(account);
      return hash === undefined ? undefined : createHash('sha256').update(hash).digest('hex');
    },
    issueToken: async (account, purpose, expiresAt, about) => {
      const token = randomBytes(32).toString('base64url');
      await db.transaction(async (transaction) => {
        await transaction('one_time_tokens').where(open(account, purpose)).delete();
        await transaction('one_time_tokens').insert({
          token_hash: tokenHash(token),
          account_id: account,
          purpose,
          expires_at: expiresAt,
          about: about ?? null,
        });
      });
      return token;
    },
    findToken: async (token, purpose, now) => {
      const row = await tokens(token, purpose).first<TokenRow | undefined>(
        'account_id',
        'expires_at',
        'used_at',
        'about',
      );
      if (!row) return undefined;
      const state = row.used_at !== null ? 'used' : Number(row.expires_at) <= now ? 'expired' : 'good';
      return { account: row.account_id, state, ...(row.about !== null && { about: row.about }) };
    },
    redeemToken: async (token, purpose, now) =>
      (await tokens(token, purpose).where({ used_at: null }).where('expires_at', '>', now).update({ used_at: now })) ===
      1,
    endTokens: async (account, purpose) => void (await db('one_time_tokens').where(open(account, purpose)).delete()),
    erase: async (account) => {
      await db('credentials').where({ account_id: account }).delete();
      await db('one_time_tokens').where({ account_id: account }).delete();
    },
  };
};
