import type { AccountRejection } from '#domain/accounts/commands.ts';
import { asksForMore } from '#domain/accounts/factors.ts';
import type { WhyNotIn } from '#domain/audit/securityLog.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { PasskeyAnswer } from '../contract/secondFactors.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import { type AccountDeps, part } from './accountDeps.ts';
import { checkOwnPassword, type OwnPasswordRejection } from './ownPassword.ts';
import { checkPasskey, type PasskeyRejection } from './passkeys.ts';
import { type ProvenSession, provenSession } from './provenSession.ts';
import { dropRemoved } from './revokedFactors.ts';
import type { Checked } from './storage.ts';

/** The owner gets a warning after this many wrong codes in a row. */
const TOLD_OF = 5;

export type CodeRejection = { code: 'secondFactorWrong' } | { code: 'tooManyCodes'; wait: number };
type Signed = { id: AccountId; sessionId: string };
type Codes = { codes: string[]; position: Position | undefined };

const concluded = async (
  account: AccountId,
  checked: Checked,
  { warnings }: Pick<AccountDeps, 'warnings'>,
): Promise<Result<undefined, CodeRejection>> => {
  if (checked.is === 'right') return ok(undefined);
  if (checked.is === 'refused') return reject({ code: 'tooManyCodes', wait: Math.max(0, checked.until - Date.now()) });
  const { failures } = checked;
  if (failures === TOLD_OF)
    await warnings.send('signInGuessed', account, { what: 'code', failures }, `code-${Date.now()}`);
  return reject({ code: 'secondFactorWrong' });
};

/** Accepts a code from the account's app or a recovery code. */
export const checkCode = async (account: AccountId, code: string, deps: AccountDeps) =>
  concluded(account, await deps.factors.check(account, code), deps);

/** The second factor shown with the password: a code or a passkey. */
export type Shown = { code?: string | undefined; passkey?: PasskeyAnswer | undefined };

/** The security log's name for each refused second factor. */
export const WHY_NO_FACTOR = {
  secondFactorWrong: 'wrongCode',
  tooManyCodes: 'tooManyCodes',
  passkeyRefused: 'passkeyRefused',
  passkeyKnown: 'passkeyRefused',
  passkeyCopied: 'passkeyCopied',
} as const satisfies Readonly<Record<(CodeRejection | PasskeyRejection)['code'], WhyNotIn>>;

/** Checks the passkey if one is shown, otherwise the code. */
export const checkFactor = (
  account: AccountId,
  { code, passkey }: Shown,
  deps: AccountDeps,
): Promise<Result<undefined, CodeRejection | PasskeyRejection>> =>
  passkey ? checkPasskey(account, passkey, deps) : checkCode(account, code ?? '', deps);

/** A signed-in user re-authenticates: with the second factor if there is one, otherwise with the password. */
export const stepUp = async (
  { id, sessionId }: Signed,
  { password, ...shown }: Shown & { password?: string | undefined },
  network: string,
  deps: AccountDeps,
): Promise<Result<ProvenSession, CodeRejection | PasskeyRejection | OwnPasswordRejection | { code: 'signedOut' }>> => {
  const { security } = deps;
  const refused = (why: WhyNotIn) => security.signInRefused(id, { way: 'stepUp', why }, network);
  const secondFactor = asksForMore((await deps.repository.accounts.load(id)).state) || (await deps.factors.has(id));
  if (secondFactor) {
    const checked = await checkFactor(id, shown, deps);
    if (!checked.ok) {
      refused(WHY_NO_FACTOR[checked.error.code]);
      return checked;
    }
  } else {
    const checked = await checkOwnPassword(id, password ?? '', deps);
    if (!checked.ok) {
      refused('wrongCredentials');
      return checked;
    }
  }
  return provenSession({ id, sessionId }, { secondFactor }, deps);
};

const send = (
  type: 'AddSecondFactor' | 'RemoveSecondFactor' | 'RenewRecoveryCodes',
  id: AccountId,
  context: CommandContext,
  { repository }: AccountDeps,
) => repository.accounts.send(id, { type }, part(context, type));

/**
 * The first right code activates the new secret. Other sessions end; this one now counts as signed in with a
 * second factor. The account's first second factor comes with recovery codes; existing recovery codes stay valid.
 */
export const addSecondFactor = async (
  { id, sessionId }: Signed,
  code: string,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Codes & ProvenSession, CodeRejection | AccountRejection | { code: 'signedOut' }>> => {
  const before = (await deps.repository.accounts.load(id)).state;
  const checked = await concluded(id, await deps.factors.confirm(id, code), deps);
  if (!checked.ok) return checked;
  const added = await send('AddSecondFactor', id, context, deps);
  if (!added.ok) return added;
  const codes = asksForMore(before) ? [] : await deps.factors.renewCodes(id);
  const proven = await provenSession({ id, sessionId }, { secondFactor: true }, deps);
  if (!proven.ok) {
    // an e-mail reset may have run in between and seen no factor yet
    await deps.repository.accounts.send(
      id,
      { type: 'RemoveSecondFactor', why: 'signedOut' },
      part(context, 'signedOut'),
    );
    await dropRemoved(id, [], deps);
    return proven;
  }
  await deps.sessions.endAll(id, sessionId);
  return ok({ codes, ...proven.value, position: added.value.position });
};

export const renewRecoveryCodes = async (
  { id }: Signed,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Codes, AccountRejection>> => {
  const renewed = await send('RenewRecoveryCodes', id, context, deps);
  if (!renewed.ok) return renewed;
  return ok({ codes: await deps.factors.renewCodes(id), position: renewed.value.position });
};

export const removeSecondFactor = async (
  { id }: Signed,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<{ position: Position | undefined }, AccountRejection>> => {
  const removed = await send('RemoveSecondFactor', id, context, deps);
  if (!removed.ok) return removed;
  await dropRemoved(id, [], deps);
  return ok({ position: removed.value.position });
};
