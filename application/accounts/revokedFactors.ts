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

/** Deletes the secrets of factors that the account's stream no longer names, as often as it is asked. */
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

/** The passkeys that these events remove. */
export const passkeysRemovedBy = (events: readonly AccountEvent[]): Id[] =>
  events.flatMap(({ type, data }) => (type === 'PasskeyRemoved' ? [data.passkeyId] : []));

/** `ended`: the factor is no longer pending, or was removed. `until`: while it is pending. */
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

/** Changes nothing: scanners open the links in mails, too. */
export const lookAtFactorLink = async (token: string, deps: AccountDeps): Promise<Result<FactorLink, BadToken>> => {
  const found = await find(token, deps);
  return found.ok ? ok({ state: found.value.state, until: found.value.until }) : found;
};

/**
 * Removes the first second factor, and each that was added since. The password has been found out, so it opens nothing any more: the reader
 * of the account's mail sets another. Sessions end before the factors go and after it: a factor that is added meanwhile finds
 * its session ended, and one that signs in meanwhile is signed out. The link is used up last, so that it finishes what a process left half-way.
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
