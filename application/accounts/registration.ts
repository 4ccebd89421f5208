import { nameSkeleton } from '#domain/accounts/confusableNames.ts';
import { normalizeName } from '#domain/accounts/nameClaim.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import { type AccountDeps, part } from './accountDeps.ts';
import { isCommonPassword, type PasswordRejection } from './commonPasswords.ts';
import { CLAIM_PATIENCE, claimName, isEmailAbandoned, releaseName } from './nameClaims.ts';

export type Registration = { username: string; email: string; password: string; country: string };
export type RegistrationRejection = { code: 'emailTaken' } | { code: 'usernameTaken' } | PasswordRejection;

/**
 * Writes three streams: the e-mail claim, the username claim and the account. The e-mail claim fixes the account
 * id. A registration that finds a claim without an account continues under that id, so the next attempt repairs a
 * crash and only one of several concurrent attempts writes AccountRegistered. Only that one sets the password.
 */
export const register = async (
  { username, email, password, country }: Registration,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<{ accountId: AccountId; position: Position | undefined }, RegistrationRejection>> => {
  if (isCommonPassword(password, [username, email])) return reject({ code: 'passwordTooCommon' });
  const accountId = await claimEmail(email, context, deps);
  if (accountId === undefined) return reject({ code: 'emailTaken' });
  if (!(await claimUsername(username, accountId, context, deps))) return reject({ code: 'usernameTaken' });

  const by = { id: accountId, role: 'member' } as const;
  const registered = await deps.repository.accounts.send(
    accountId,
    { type: 'Register', id: accountId, username, email, country },
    part(context, 'register', by),
  );
  if (!registered.ok) {
    const winner = (await deps.repository.accounts.load(accountId)).state;
    if (!sameName(winner.username, username)) await releaseName('username', username, accountId, context, deps);
    if (!alike(winner.username, username)) await releaseName('likeness', username, accountId, context, deps);
    return reject({ code: 'emailTaken' });
  }
  // a retry may come much later and must keep a password set since
  if ((await deps.credentials.passwordVersion(accountId)) === undefined)
    await deps.credentials.setPassword(accountId, password);
  return ok({ accountId, position: registered.value.position });
};

/**
 * The account id to register under, derived from the command so that a repeated request yields one account.
 * Undefined if the address already has an account.
 */
const claimEmail = async (
  email: string,
  context: CommandContext,
  deps: AccountDeps,
): Promise<AccountId | undefined> => {
  const accountId = derivedId('account', context);
  const claimed = await claimName('email', email, { accountId }, context, deps);
  if (claimed.ok) {
    const [earlier] = claimed.value.events;
    return earlier ? earlier.data.accountId : accountId;
  }
  const { holder } = claimed.error;
  const { status } = (await deps.repository.accounts.load(holder)).state;
  if (status === 'none') return holder;
  if (!(await isEmailAbandoned(email, claimed.error, deps)))
    return (await isOwnRetry(holder, context, deps)) ? holder : undefined;
  const successor = derivedId(`account.after.${holder}`, context);
  const takenOver = await claimName('email', email, { accountId: successor, abandonedBy: holder }, context, deps);
  return takenOver.ok ? successor : undefined;
};

/** Whether the same command created this account: a retry that first found a claim without an account. */
const isOwnRetry = async (
  holder: AccountId,
  context: CommandContext,
  { repository }: AccountDeps,
): Promise<boolean> => {
  const { history } = await repository.accounts.loadWithHistory(holder);
  return history[0]?.metadata.commandId === part(context, 'register').commandId;
};

/** Claims the username and its confusable form, so that no two names look alike. */
const claimUsername = async (
  username: string,
  accountId: AccountId,
  context: CommandContext,
  deps: AccountDeps,
): Promise<boolean> =>
  (await claimOne('username', username, accountId, context, deps)) &&
  (nameSkeleton(username) === normalizeName(username) ||
    (await claimOne('likeness', username, accountId, context, deps)));

const claimOne = async (
  kind: 'username' | 'likeness',
  username: string,
  accountId: AccountId,
  context: CommandContext,
  deps: AccountDeps,
): Promise<boolean> => {
  const claimed = await claimName(kind, username, { accountId }, context, deps);
  if (claimed.ok) return true;
  const { holder, since } = claimed.error;
  const { status, username: theirs } = (await deps.repository.accounts.load(holder)).state;
  const abandoned =
    status === 'none'
      ? deps.clock.now() - since > CLAIM_PATIENCE
      : status === 'deleted' || (theirs !== null && !alike(theirs, username));
  if (!abandoned) return false;
  return (await claimName(kind, username, { accountId, abandonedBy: holder }, context, deps)).ok;
};

const sameName = (a: string | null, b: string): boolean => a !== null && normalizeName(a) === normalizeName(b);
const alike = (a: string | null, b: string): boolean => a !== null && nameSkeleton(a) === nameSkeleton(b);
