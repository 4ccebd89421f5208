import type { Knex } from 'knex';
import type { Checked, SecondFactors } from '#application/accounts/storage.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import { backOff } from '#application/streams/backOff.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import { seal, unseal } from '../crypto/aesGcm.ts';
import { looksLikeRecoveryCode, newRecoveryCode, recoveryHash } from './recoveryCodes.ts';
import { newSecret, stepOf } from './totp.ts';

type Row = { sealed: Buffer; last_step: string; failures: number; blocked_until: string };

const CODES = 10;
/** So many wrong ones in a row are a slip. */
const SLIPS = 5;

/** A minute, two, four … an hour. */
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

  /** True where no other request was first with a code of this moment or of a later one. */
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

  /** Counted before it is looked at, so that many at once are no more than one after the other. */
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
    /** A secret that somebody knows beforehand, in use at once: of the demonstration's people. */
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
      // beside passkeys alone there is nothing that could be guessed
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
