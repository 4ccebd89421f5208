import { asksForMore } from '#domain/accounts/factors.ts';
import type { WayIn, WhyNotIn } from '#domain/audit/securityLog.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { SessionUser } from '../contract/accounts.ts';
import type { PasskeyAnswer } from '../contract/secondFactors.ts';
import type { AccountDeps, Arrival } from './accountDeps.ts';
import { describeDevice } from './device.ts';
import { goesBy, holderOf } from './nameClaims.ts';
import { countWrongPassword } from './ownPassword.ts';
import { holderOfPasskey, idsOf, type PasskeyRejection } from './passkeys.ts';
import { type CodeRejection, checkFactor, type Shown, WHY_NO_FACTOR } from './secondFactors.ts';
import type { RefreshToken } from './sessions.ts';
import { sessionUserOf } from './sessionUser.ts';

/** `refresh`: only for a browser that keeps a refresh token. */
export type SignedInSession = { token: string; user: SessionUser; refresh?: RefreshToken | undefined };

/**
 * A wrong password and an unknown address both give `invalidCredentials`. The other codes appear only after the
 * right password.
 */
export type SignInRejection =
  | { code: 'invalidCredentials' }
  | { code: 'emailNotVerified' }
  | { code: 'accountSuspended' }
  | { code: 'accountTerminated' }
  | { code: 'accountDeleted' }
  | { code: 'secondFactorRequired' }
  | CodeRejection
  | PasskeyRejection;

/**
 * The security log's name for each refusal. A missing second factor is no refusal: it is the first half of a
 * sign-in.
 */
const WHY: Readonly<Record<Exclude<SignInRejection['code'], 'secondFactorRequired'>, WhyNotIn>> = {
  invalidCredentials: 'wrongCredentials',
  emailNotVerified: 'notVerified',
  accountSuspended: 'suspended',
  accountTerminated: 'terminated',
  accountDeleted: 'deleted',
  ...WHY_NO_FACTOR,
};

/** A wrong password and an unknown address get the same answer in the same time: the hash is computed either way. */
export const signIn = async (
  { email, password, code, passkey }: { email: string; password: string } & Shown,
  arrival: Arrival,
  deps: AccountDeps,
): Promise<Result<SignedInSession, SignInRejection>> => {
  const { credentials, guesses, security } = deps;
  const accountId = await holderOf('email', email, deps);
  const version = await credentials.passwordVersion(accountId);
  const right = await credentials.checkPassword(accountId, password);
  if (!right || accountId === undefined) {
    await countWrongPassword(accountId, 'password', deps);
    const why = accountId === undefined ? 'unknownAddress' : 'wrongCredentials';
    security.signInRefused(accountId, { way: 'credentials', why, email }, arrival.network);
    return reject({ code: 'invalidCredentials' });
  }
  await guesses.right(accountId);
  const isStillRight = async () => (await credentials.passwordVersion(accountId)) === version;
  return openSession(accountId, { ...arrival, code, passkey, email, way: 'credentials' }, deps, isStillRight);
};

/** A passkey is possession plus user verification, so it counts as both factors. */
export const signInByPasskey = async (
  answer: PasskeyAnswer,
  arrival: Arrival,
  deps: AccountDeps,
): Promise<Result<SignedInSession, SignInRejection>> => {
  const held = await holderOfPasskey(answer, deps);
  if (!held.ok) {
    deps.security.signInRefused(undefined, { way: 'passkey', why: WHY_NO_FACTOR[held.error.code] }, arrival.network);
    return held;
  }
  const { account, passkeyId } = held.value;
  const isStillRight = async () => idsOf((await deps.repository.accounts.load(account)).state).includes(passkeyId);
  return openSession(account, { ...arrival, shown: true, way: 'passkey' }, deps, isStillRight);
};

type Entering = Arrival & Shown & { way: WayIn; email?: string; shown?: boolean };

/**
 * A suspension, a role change or a new password ends all open sessions. A session created concurrently rechecks
 * the account, otherwise it would outlive them. `isStillRight`: whether the credential is still valid.
 */
export const openSession = async (
  accountId: AccountId,
  entering: Entering,
  deps: AccountDeps,
  isStillRight: () => Promise<boolean> = async () => true,
): Promise<Result<SignedInSession, SignInRejection>> => {
  const { way, email, network } = entering;
  const opened = await open(accountId, entering, deps, isStillRight);
  if (!opened.ok && opened.error.code !== 'secondFactorRequired') {
    const why = WHY[opened.error.code];
    deps.security.signInRefused(accountId, { way, why, ...(email !== undefined && { email }) }, network);
  }
  return opened;
};

const open = async (
  accountId: AccountId,
  arrival: Entering,
  deps: AccountDeps,
  isStillRight: () => Promise<boolean>,
): Promise<Result<SignedInSession, SignInRejection>> => {
  const { repository, sessions, activity, security, clock, factors, countries } = deps;
  if (!(await isStillRight())) return reject({ code: 'invalidCredentials' });
  const account = (await repository.accounts.load(accountId)).state;
  // a former address stays claimed for a few minutes after the change
  if (arrival.email !== undefined && account.email !== null && !goesBy(account, arrival.email))
    return reject({ code: 'invalidCredentials' });
  switch (account.status) {
    case 'none':
      return reject({ code: 'invalidCredentials' });
    case 'unverified':
      return reject({ code: 'emailNotVerified' });
    case 'suspended':
      return reject({ code: account.termination?.confirmed ? 'accountTerminated' : 'accountSuspended' });
    case 'deleted':
      return reject({ code: 'accountDeleted' });
  }
  const bySecondFactor = arrival.shown === true || asksForMore(account) || (await factors.has(accountId));
  if (bySecondFactor && arrival.shown !== true) {
    if (arrival.code === undefined && !arrival.passkey) return reject({ code: 'secondFactorRequired' });
    const checked = await checkFactor(accountId, arrival, deps);
    if (!checked.ok) return checked;
  }
  const device = describeDevice(arrival.userAgent);
  const country = await countries.of(arrival.network);
  const token = await sessions.open(accountId, account.roles, { device, country, bySecondFactor });
  const opened = await sessions.verify(token);
  const end = async () => opened && sessions.end(opened.sessionId);
  const now = (await repository.accounts.load(accountId)).state;
  const isAsBefore =
    now.status === account.status && now.roles.join() === account.roles.join() && now.email === account.email;
  if (!isAsBefore || !(await isStillRight())) {
    await end();
    return open(accountId, { ...arrival, shown: bySecondFactor }, deps, isStillRight);
  }
  const { way, network } = arrival;
  try {
    await security.signedIn(accountId, { way, secondFactor: bySecondFactor }, network);
  } catch (error) {
    await end();
    throw error;
  }
  const refresh = arrival.keepsTokens && opened ? await sessions.remember(opened.sessionId, account.roles) : undefined;
  await activity.seen(accountId, clock.now());
  await warnOfNewDevice(accountId, { ...arrival, country }, deps);
  return ok({ token, user: sessionUserOf(accountId, account), refresh });
};

/**
 * The first device of an account triggers no warning. We remember a device after the warning, so a crash in
 * between repeats the warning.
 */
const warnOfNewDevice = async (
  account: AccountId,
  { userAgent, browser, country }: Arrival & { country: string | null },
  { devices, warnings, clock }: AccountDeps,
): Promise<void> => {
  const words = describeDevice(userAgent);
  const device = browser ?? words;
  const seen = await devices.look(account, device);
  if (seen === 'known') return;
  const at = clock.now();
  const details = { device: words, at, ...(country !== null && { country }) };
  if (seen === 'new') await warnings.send('newDevice', account, details, String(at));
  await devices.remember(account, device);
};
