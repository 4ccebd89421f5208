import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { AccountDeps } from './accountDeps.ts';

/** The owner gets a warning after every ten wrong passwords in a row. */
const TOLD_OF = 10;

export type OwnPasswordRejection = { code: 'currentPasswordWrong' };

/** `what`: whether the password was tried at a sign-in or inside an open session. */
export const countWrongPassword = async (
  account: AccountId | undefined,
  what: 'password' | 'ownPassword',
  { guesses, warnings }: Pick<AccountDeps, 'guesses' | 'warnings'>,
): Promise<void> => {
  const failures = await guesses.wrong(account);
  if (account !== undefined && failures % TOLD_OF === 0)
    await warnings.send('signInGuessed', account, { what, failures }, `password-${Date.now()}`);
};

/** For a signed-in user. Wrong passwords count and warn as at a sign-in, so a stolen session is no place to guess. */
export const checkOwnPassword = async (
  account: AccountId,
  password: string,
  deps: Pick<AccountDeps, 'credentials' | 'guesses' | 'warnings'>,
): Promise<Result<undefined, OwnPasswordRejection>> => {
  if (!(await deps.credentials.checkPassword(account, password))) {
    await countWrongPassword(account, 'ownPassword', deps);
    return reject({ code: 'currentPasswordWrong' });
  }
  await deps.guesses.right(account);
  return ok(undefined);
};
