import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { PASSKEY_ANSWER } from '#domain/accounts/limits.ts';

export type Purpose = 'add' | 'show';
/** `account`: the only one that may answer; null where anybody may. */
type Asked = { account: string | null };

/** What a passkey signs: 256 random bits, good once and for five minutes, of which only a hash is kept. */
export const openPasskeyChallenges = (db: Knex) => {
  const table = () => db('passkey_challenges');
  const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest('hex');

  return {
    ask: async (purpose: Purpose, account: string | null): Promise<string> => {
      const challenge = randomBytes(32).toString('base64url');
      await table().where('expires_at', '<=', db.fn.now()).delete();
      await table().insert({
        challenge_hash: hashOf(challenge),
        account_id: account,
        purpose,
        expires_at: new Date(Date.now() + PASSKEY_ANSWER),
      });
      return challenge;
    },
    /** Undefined where it was never asked, has been answered, or too long ago. */
    take: async (purpose: Purpose, challenge: string): Promise<Asked | undefined> => {
      const [row] = await table()
        .where({ challenge_hash: hashOf(challenge), purpose })
        .where('expires_at', '>', new Date())
        .delete('account_id');
      return row && { account: row.account_id };
    },
  };
};
