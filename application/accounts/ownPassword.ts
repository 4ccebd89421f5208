import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { AccountDeps } from './accountDeps.ts';

/** Of each ten wrong passwords in a row the owner is told. */
const TOLD_OF = 10;

export type OwnPasswordRejection = { code: 'currentPasswordWrong' };

/** `what`: how the last one was given, at a sign-in or in a session that is open. */
export const countWrongPassword = async (
  account: AccountId | undefined,
  what: 'password' | 'ownPassword',
  { guesses, warnings }: Pick<AccountDeps, 'guesses' | 'warnings'>,
): Promise<void> => {
  const failures = await guesses.wrong(account);
  if (account !== undefined && failures % TOLD_OF === 0)
    await warnings.send('signInGuessed', account, { what, failures }, `password-${Date.now()}`);
};

/** Of whoever is signed in. A session that was stolen or left open is no place to guess in: it counts and is told as at a sign-in. */
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
