import type { AccountRejection } from '#domain/accounts/commands.ts';
import { asksForMore } from '#domain/accounts/factors.ts';
import type { Account } from '#domain/accounts/state.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { NewPasskeyAnswer, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../contract/secondFactors.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import { type AccountDeps, part } from './accountDeps.ts';
import { type ProvenSession, provenSession } from './provenSession.ts';
import { dropRemoved } from './revokedFactors.ts';

export type PasskeyRejection = { code: 'passkeyRefused' } | { code: 'passkeyKnown' } | { code: 'passkeyCopied' };
type Signed = { id: AccountId; sessionId: string };

export const idsOf = ({ passkeys }: Account): Id[] => passkeys.map(({ id }) => id);

/** The owner of the passkey that answered. Rejects a passkey that the account's stream does not name. */
export const holderOfPasskey = async (
  answer: PasskeyAnswer,
  { passkeys, repository }: Pick<AccountDeps, 'passkeys' | 'repository'>,
): Promise<Result<{ account: AccountId; passkeyId: Id }, PasskeyRejection>> => {
  const shown = await passkeys.check(answer);
  if (shown.is === 'copied') return reject({ code: 'passkeyCopied' });
  if (shown.is === 'wrong') return reject({ code: 'passkeyRefused' });
  const { account, passkeyId } = shown;
  const { state } = await repository.accounts.load(account);
  return idsOf(state).includes(passkeyId) ? ok({ account, passkeyId }) : reject({ code: 'passkeyRefused' });
};

/** Rejects an answer from any passkey other than this account's. */
export const checkPasskey = async (
  account: AccountId,
  answer: PasskeyAnswer,
  deps: Pick<AccountDeps, 'passkeys' | 'repository'>,
): Promise<Result<undefined, PasskeyRejection>> => {
  const held = await holderOfPasskey(answer, deps);
  if (!held.ok) return held;
  return held.value.account === account ? ok(undefined) : reject({ code: 'passkeyRefused' });
};

export const askAnyPasskey = ({ passkeys }: AccountDeps): Promise<PasskeyRequest> => passkeys.ask();

export const askPasskeyOf = async (
  account: AccountId,
  { passkeys, repository }: AccountDeps,
): Promise<PasskeyRequest> => passkeys.ask({ account, known: idsOf((await repository.accounts.load(account)).state) });

export const beginPasskey = async (
  account: AccountId,
  { passkeys, repository }: AccountDeps,
): Promise<PasskeyCreation> => {
  const { state } = await repository.accounts.load(account);
  return passkeys.beginAdding(account, state.username ?? '', idsOf(state));
};

type Added = ProvenSession & { passkeyId: Id; codes: string[]; position: Position | undefined };

/**
 * Other sessions end; this one now counts as signed in with a second factor. The account's first second factor
 * comes with recovery codes.
 */
export const addPasskey = async (
  { id, sessionId }: Signed,
  { name, passkey }: { name: string; passkey: NewPasskeyAnswer },
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Added, PasskeyRejection | AccountRejection | { code: 'signedOut' }>> => {
  const { repository, passkeys, factors, sessions } = deps;
  const passkeyId = derivedId('passkey', context);
  const before = (await repository.accounts.load(id)).state;
  if (!idsOf(before).includes(passkeyId)) {
    const outcome = await passkeys.add(id, passkeyId, passkey, idsOf(before));
    if (outcome !== 'added') return reject({ code: outcome === 'known' ? 'passkeyKnown' : 'passkeyRefused' });
  }
  const added = await repository.accounts.send(
    id,
    { type: 'AddPasskey', passkeyId, name },
    part(context, 'AddPasskey'),
  );
  if (!added.ok) {
    await passkeys.remove(id, passkeyId);
    return added;
  }
  const codes = asksForMore(before) ? [] : await factors.renewCodes(id);
  const proven = await provenSession({ id, sessionId }, { secondFactor: true }, deps);
  if (!proven.ok) {
    // an e-mail reset may have run in between and seen no passkey yet
    await repository.accounts.send(
      id,
      { type: 'RemovePasskey', passkeyId, why: 'signedOut' },
      part(context, 'signedOut'),
    );
    await dropRemoved(id, [passkeyId], deps);
    return proven;
  }
  await sessions.endAll(id, sessionId);
  return ok({ passkeyId, codes, ...proven.value, position: added.value.position });
};

export const removePasskey = async (
  { id }: Signed,
  passkeyId: Id,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<{ position: Position | undefined }, AccountRejection>> => {
  const removed = await deps.repository.accounts.send(
    id,
    { type: 'RemovePasskey', passkeyId },
    part(context, 'RemovePasskey'),
  );
  if (!removed.ok) return removed;
  await dropRemoved(id, [passkeyId], deps);
  return ok({ position: removed.value.position });
};
