import type { AccountRejection } from '#domain/accounts/commands.ts';
import { REGISTRANT } from '#domain/accounts/limits.ts';
import type { Account } from '#domain/accounts/state.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import { type AccountDeps, type Arrival, part } from './accountDeps.ts';
import { isCommonPassword, type PasswordRejection } from './commonPasswords.ts';
import { holderOf } from './nameClaims.ts';
import { checkOwnPassword, type OwnPasswordRejection } from './ownPassword.ts';
import { dropRemoved, passkeysRemovedBy } from './revokedFactors.ts';
import { openSession, type SignedInSession } from './signIn.ts';
import type { LinkPurpose } from './storage.ts';

type BadToken = { code: 'invalidToken' };
type Written = { position: Position | undefined };

const write = (
  request: { type: 'VerifyEmail' } | { type: 'ChangePassword'; byMail?: true },
  id: AccountId,
  context: CommandContext,
  deps: AccountDeps,
) => {
  const by = { id, role: 'member' } as const;
  return deps.repository.accounts.send(id, request, part(context, request.type, by));
};

/** A token for the browser that just registered, so that the verification link recognises it. */
export const rememberRegistrant = (account: AccountId, { credentials, clock }: AccountDeps): Promise<string> =>
  credentials.issueToken(account, 'registrant', clock.now() + REGISTRANT);

/**
 * Verifying signs in only the browser that registered: a stranger who pre-registered your address knows the
 * password.
 */
const isRegistrant = async (account: AccountId, registrant: string, { credentials, clock }: AccountDeps) => {
  const found = await credentials.findToken(registrant, 'registrant', clock.now());
  return found?.account === account && (await credentials.redeemToken(registrant, 'registrant', clock.now()));
};

/**
 * The first use of a valid link verifies; later uses still succeed. It signs in the registering browser only if it
 * verified something, because the address may have changed since. `registrant`: that browser's token; undefined if
 * a session is already open.
 */
export const verifyEmail = async (
  { token, registrant }: { token: string; registrant: string | undefined },
  arrival: Arrival,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Written & { session: SignedInSession | undefined }, BadToken>> => {
  const found = await deps.credentials.findToken(token, 'verifyEmail', deps.clock.now());
  if (!found || found.state === 'expired') return reject({ code: 'invalidToken' });
  const verified = await write({ type: 'VerifyEmail' }, found.account, context, deps);
  if (!verified.ok) return reject({ code: 'invalidToken' });
  const first = found.state === 'good' && (await deps.credentials.redeemToken(token, 'verifyEmail', deps.clock.now()));
  const isNews = first && verified.value.events.length > 0;
  const opens = isNews && registrant !== undefined && (await isRegistrant(found.account, registrant, deps));
  const session = opens ? await openSession(found.account, { ...arrival, way: 'link' }, deps) : undefined;
  return ok({ position: verified.value.position, session: session?.ok ? session.value : undefined });
};

/**
 * Sends the link, or does the same work for a non-existent account, so that the response time does not reveal
 * whether the address is known.
 */
const askForLink = async (
  purpose: LinkPurpose,
  email: string,
  isFor: (status: Account['status']) => boolean,
  context: CommandContext,
  deps: AccountDeps,
): Promise<void> => {
  const nobody = derivedId('nobody', context);
  const holder = (await holderOf('email', email, deps)) ?? nobody;
  const { status } = (await deps.repository.accounts.load(holder)).state;
  await deps.links.send(purpose, isFor(status) ? holder : nobody, context.commandId);
};

/** Resends the verification mail to an unverified account. The answer is the same for every address. */
export const resendVerification = (email: string, context: CommandContext, deps: AccountDeps): Promise<void> =>
  askForLink('verifyEmail', email, (status) => status === 'unverified', context, deps);

/** Mails a reset link to a known address. The answer is the same for every address. */
export const forgotPassword = (email: string, context: CommandContext, deps: AccountDeps): Promise<void> =>
  askForLink('resetPassword', email, (status) => status !== 'none' && status !== 'deleted', context, deps);

export const isResetToken = async (token: string, { credentials, clock }: AccountDeps): Promise<boolean> =>
  (await credentials.findToken(token, 'resetPassword', clock.now()))?.state === 'good';

const isTooCommon = async (id: AccountId, password: string, { repository }: AccountDeps): Promise<boolean> => {
  const { username, email } = (await repository.accounts.load(id)).state;
  return isCommonPassword(password, [username ?? '', email ?? '']);
};

/**
 * Works once; ends every session and open verification link. It also verifies the address, and removes second
 * factors younger than 72 hours and a pending change of the address. Sessions end before and after, as in
 * `disownFactor`.
 */
export const resetPassword = async (
  { token, password }: { token: string; password: string },
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Written, BadToken | PasswordRejection>> => {
  const found = await deps.credentials.findToken(token, 'resetPassword', deps.clock.now());
  if (found?.state !== 'good') return reject({ code: 'invalidToken' });
  if (await isTooCommon(found.account, password, deps)) return reject({ code: 'passwordTooCommon' });
  if (!(await deps.credentials.redeemToken(token, 'resetPassword', deps.clock.now())))
    return reject({ code: 'invalidToken' });
  await deps.credentials.setPassword(found.account, password);
  await deps.credentials.endTokens(found.account, 'verifyEmail');
  await deps.sessions.endAll(found.account);
  await write({ type: 'VerifyEmail' }, found.account, context, deps);
  const changed = await write({ type: 'ChangePassword', byMail: true }, found.account, context, deps);
  // also repairs an earlier reset that crashed before this line
  await dropRemoved(found.account, changed.ok ? passkeysRemovedBy(changed.value.events) : [], deps);
  await deps.devices.forget(found.account);
  await deps.sessions.endAll(found.account);
  return ok({ position: changed.ok ? changed.value.position : undefined });
};

/** Sets a new password for a user who knows the current one, and ends the account's other sessions. */
export const changePassword = async (
  account: { id: AccountId; sessionId: string },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Written, OwnPasswordRejection | PasswordRejection | AccountRejection>> => {
  const checked = await checkOwnPassword(account.id, currentPassword, deps);
  if (!checked.ok) return checked;
  if (await isTooCommon(account.id, newPassword, deps)) return reject({ code: 'passwordTooCommon' });
  await deps.credentials.setPassword(account.id, newPassword);
  await deps.sessions.endAll(account.id, account.sessionId);
  const changed = await write({ type: 'ChangePassword' }, account.id, context, deps);
  return changed.ok ? ok({ position: changed.value.position }) : changed;
};
