import { createHash, randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import type { Checked, SecondFactors } from '#application/accounts/storage.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import { backOff } from '#application/streams/backOff.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import { seal, unseal } from '../crypto/aesGcm.ts';
import { newSecret, stepOf } from './totp.ts';

/** Without lookalikes: 0 and O, 1, I and L. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 24;

/** 118 random bits, in groups of four. */
const newRecoveryCode = (): string =>
  Array.from(
    { length: LENGTH },
    (_, index) => (index > 0 && index % 4 === 0 ? '-' : '') + SIGNS[randomInt(SIGNS.length)],
  ).join('');

const plain = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

const looksLikeRecoveryCode = (typed: string): boolean => plain(typed).length === LENGTH;

/** The code has 118 random bits, so a fast hash is enough. */
const recoveryHash = (account: string, typed: string): string =>
  createHash('sha256')
    .update(`${account} ${plain(typed)}`)
    .digest('hex');

type Row = { sealed: Buffer; last_step: string; failures: number; blocked_until: string };

const CODES = 10;
/** Wrong codes in a row before delays begin. */
const SLIPS = 5;

/** One minute, two, four, up to an hour. */
const waitAfter = (failures: number): number => backOff(failures - SLIPS + 1, { first: MINUTE, longest: HOUR });

const RIGHT: Checked = { is: 'right' };

type Options = { db: Knex; keys: Pick<SubjectKeys, 'obtain'>; now?: () => number };

export const openPostgresSecondFactors = ({ db, keys, now = Date.now }: Options) => {
  const contextOf = (account: string) => `totp ${account}`;
  const keyOf = (account: string) => keys.obtain(`account-${account}`);
  const rows = (account: string, confirmed: boolean) => db('totp_secrets').where({ account_id: account, confirmed });
  const rowOf = (account: string, confirmed: boolean): Promise<Row | undefined> => rows(account, confirmed).first();

  const put = async (account: string, secret: string, confirmed: boolean): Promise<void> => {
    const sealed = seal(Buffer.from(secret), await keyOf(account), contextOf(account));
    const fresh = { sealed, last_step: 0, failures: 0, blocked_until: 0 };
    await db('totp_secrets')
      .insert({ account_id: account, confirmed, ...fresh })
      .onConflict(['account_id', 'confirmed'])
      .merge(fresh);
  };

  /** False if another request already used this code or a later one. */
  const takeStep = async (account: string, confirmed: boolean, row: Row, code: string): Promise<boolean> => {
    const secret = unseal(row.sealed, await keyOf(account), contextOf(account)).toString();
    const step = stepOf(secret, code, now());
    return (
      step !== undefined &&
      (await rows(account, confirmed).where('last_step', '<', step).update({ last_step: step })) === 1
    );
  };

  const takeRecovery = async (account: string, code: string): Promise<boolean> =>
    looksLikeRecoveryCode(code) &&
    (await db('recovery_codes')
      .where({ account_id: account, code_hash: recoveryHash(account, code) })
      .delete()) === 1;

  /** Counts the attempt before checking it, so parallel guesses cannot bypass the limit. */
  const guarded = async (
    account: string,
    confirmed: boolean,
    isRight: (row: Row) => Promise<boolean>,
  ): Promise<Checked> => {
    const { rows: counted } = await db.raw<{ rows: Row[] }>(
      `UPDATE totp_secrets SET failures = failures + 1 WHERE account_id = ? AND confirmed = ? AND blocked_until <= ? RETURNING *`,
      [account, confirmed, now()],
    );
    const [row] = counted;
    if (!row) {
      const blocked = await rowOf(account, confirmed);
      return blocked ? { is: 'refused', until: Number(blocked.blocked_until) } : { is: 'wrong', failures: 0 };
    }
    if (row.failures >= SLIPS)
      await rows(account, confirmed).update({ blocked_until: now() + waitAfter(row.failures) });
    if (!(await isRight(row))) return { is: 'wrong', failures: row.failures };
    await rows(account, confirmed).update({ failures: 0, blocked_until: 0 });
    return RIGHT;
  };

  const factors: SecondFactors & {
    /** Activates a known secret at once; for demo accounts only. */
    give(account: string, secret: string): Promise<void>;
  } = {
    has: async (account) => (await rowOf(account, true)) !== undefined,
    begin: async (account) => {
      const secret = newSecret();
      await put(account, secret, false);
      return secret;
    },
    confirm: async (account, code) => {
      const checked = await guarded(account, false, (row) => takeStep(account, false, row, code));
      if (checked.is === 'right')
        await db.transaction(async (transaction) => {
          await transaction('totp_secrets').where({ account_id: account, confirmed: true }).delete();
          await transaction('totp_secrets').where({ account_id: account }).update({ confirmed: true });
        });
      return checked;
    },
    check: async (account, code) => {
      // an account with passkeys alone has no guessable code
      if (!(await rowOf(account, true)))
        return (await takeRecovery(account, code)) ? RIGHT : { is: 'wrong', failures: 0 };
      return guarded(
        account,
        true,
        async (row) => (await takeStep(account, true, row, code)) || takeRecovery(account, code),
      );
    },
    renewCodes: async (account) => {
      const codes = Array.from({ length: CODES }, newRecoveryCode);
      await db.transaction(async (transaction) => {
        await transaction('recovery_codes').where({ account_id: account }).delete();
        await transaction('recovery_codes').insert(
          codes.map((code) => ({ account_id: account, code_hash: recoveryHash(account, code) })),
        );
      });
      return codes;
    },
    codesLeft: async (account) => (await db('recovery_codes').where({ account_id: account })).length,
    remove: async (account) => {
      await db('totp_secrets').where({ account_id: account }).delete();
    },
    forgetCodes: async (account) => {
      await db('recovery_codes').where({ account_id: account }).delete();
    },
    give: (account, secret) => put(account, secret, true),
  };
  return factors;
};
