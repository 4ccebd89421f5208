import type { AccountRejection } from '#domain/accounts/commands.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { asksForMore, factorPendingUntil } from '#domain/accounts/factors.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import { type AccountDeps, part } from './accountDeps.ts';

type BadToken = { code: 'invalidToken' };
type Written = { position: Position | undefined };

/** Deletes the secrets of factors that the account's stream no longer names. Idempotent. */
export const dropRemoved = async (
  id: AccountId,
  passkeyIds: readonly Id[],
  { repository, factors, passkeys }: Pick<AccountDeps, 'repository' | 'factors' | 'passkeys'>,
): Promise<void> => {
  const { state } = await repository.accounts.load(id);
  if (!state.secondFactor) await factors.remove(id);
  for (const passkeyId of passkeyIds) await passkeys.remove(id, passkeyId);
  if (!asksForMore(state)) await factors.forgetCodes(id);
};

export const passkeysRemovedBy = (events: readonly AccountEvent[]): Id[] =>
  events.flatMap(({ type, data }) => (type === 'PasskeyRemoved' ? [data.passkeyId] : []));

/** `ended`: the factor is no longer pending or was removed. `until`: end of the pending period. */
export type FactorLink = { state: 'open' | 'used' | 'ended' | 'expired'; until: Instant | null };
type Found = FactorLink & { account: AccountId };

const find = async (
  token: string,
  { credentials, repository, clock }: AccountDeps,
): Promise<Result<Found, BadToken>> => {
  const now = clock.now();
  const found = await credentials.findToken(token, 'firstFactorAdded', now);
  if (!found) return reject({ code: 'invalidToken' });
  const { account, state } = found;
  if (state !== 'good') return ok({ account, state, until: null });
  const until = factorPendingUntil((await repository.accounts.load(account)).state, now);
  return ok({ account, state: until === null ? 'ended' : 'open', until });
};

/** Read-only, because mail scanners open links too. */
export const lookAtFactorLink = async (token: string, deps: AccountDeps): Promise<Result<FactorLink, BadToken>> => {
  const found = await find(token, deps);
  return found.ok ? ok({ state: found.value.state, until: found.value.until }) : found;
};

/**
 * Removes the first second factor and every factor added since. The password is compromised, so it is locked and
 * the owner sets a new one by mail. Sessions end both before and after the removal, so no concurrent addition or
 * sign-in survives. The link is redeemed last, so that a retry completes an interrupted run.
 */
export const disownFactor = async (
  token: string,
  context: CommandContext,
  deps: AccountDeps,
): Promise<Result<Written, BadToken | AccountRejection>> => {
  const found = await find(token, deps);
  if (!found.ok) return found;
  const { account, state } = found.value;
  if (state === 'used') return ok({ position: undefined });
  if (state !== 'open') return reject({ code: 'factorLinkGone' });
  const { credentials, sessions, devices, repository, clock } = deps;
  await credentials.lockPassword(account);
  await sessions.endAll(account);
  const disowned = await repository.accounts.send(
    account,
    { type: 'DisownFactor' },
    part(context, 'disown', { id: account, role: 'member' }),
  );
  if (!disowned.ok) return disowned;
  await dropRemoved(account, passkeysRemovedBy(disowned.value.events), deps);
  await devices.forget(account);
  await sessions.endAll(account);
  await credentials.redeemToken(token, 'firstFactorAdded', clock.now());
  return ok({ position: disowned.value.position });
};
