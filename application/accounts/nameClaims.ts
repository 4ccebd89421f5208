import { isErased } from '#domain/accounts/accountStatus.ts';
import { nameSkeleton } from '#domain/accounts/confusableNames.ts';
import type { ClaimEvent } from '#domain/accounts/events.ts';
import { type NameClaimRejection, normalizeName } from '#domain/accounts/nameClaim.ts';
import type { Account } from '#domain/accounts/state.ts';
import type { Result } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import type { CommandContext, Outcome } from '../streams/command.ts';
import { type AccountDeps, part } from './accountDeps.ts';

type NameKind = 'email' | 'username' | 'likeness';

/** A claim older than this becomes free if its account never existed or never used the name. */
export const CLAIM_PATIENCE = 10 * MINUTE;

export type ClaimDeps = Pick<AccountDeps, 'repository' | 'hashName'>;

const isNow = (current: string | null, name: string): boolean =>
  current !== null && normalizeName(current) === normalizeName(name);

/** Whether this is the account's current address, not a former or a pending one. */
export const goesBy = ({ email }: Account, address: string): boolean => isNow(email, address);

const claimsOf = (kind: NameKind, { repository }: ClaimDeps) =>
  kind === 'email' ? repository.emails : repository.usernames;

/**
 * The stream of a name's claim. A confusable form shares the streams of usernames, so an existing username also
 * blocks it.
 */
export const streamOf = (kind: NameKind, name: string, { hashName }: Pick<ClaimDeps, 'hashName'>): string =>
  hashName(kind === 'likeness' ? `username:${nameSkeleton(name)}` : `${kind}:${normalizeName(name)}`);

export const holderOf = async (kind: NameKind, name: string, deps: ClaimDeps): Promise<AccountId | undefined> => {
  const { state } = await claimsOf(kind, deps).load(streamOf(kind, name, deps));
  return state.holder ?? undefined;
};

/**
 * The account that has this name now. A claim outlives its account, so that nobody else takes the name; a search must not lead from the name
 * of an erased person to their id.
 */
export const accountNamed = async (
  kind: 'email' | 'username',
  name: string,
  deps: ClaimDeps,
): Promise<AccountId | undefined> => {
  const holder = await holderOf(kind, name, deps);
  if (holder === undefined) return undefined;
  const { state } = await deps.repository.accounts.load(holder);
  return isNow(state[kind], name) && !isErased(state) ? holder : undefined;
};

type Claimed = Result<Outcome<ClaimEvent, unknown>, NameClaimRejection>;

/** Claims a name for an account that may not exist yet. Exactly one of several claimants succeeds. */
export const claimName = (
  kind: NameKind,
  name: string,
  claim: { accountId: AccountId; abandonedBy?: AccountId },
  context: CommandContext,
  deps: ClaimDeps,
): Promise<Claimed> => {
  const step = `${kind}.${claim.abandonedBy ? 'takeOver' : 'claim'}`;
  return claimsOf(kind, deps).send(streamOf(kind, name, deps), { type: 'ClaimName', ...claim }, part(context, step));
};

export const releaseName = (
  kind: NameKind,
  name: string,
  accountId: AccountId,
  context: CommandContext,
  deps: ClaimDeps,
): Promise<Claimed> => {
  const request = { type: 'ReleaseName', accountId } as const;
  return claimsOf(kind, deps).send(streamOf(kind, name, deps), request, part(context, `${kind}.release`));
};

/** Whether a claimed address is unused: its account is erased, has another address, or never took it in time. */
export const isEmailAbandoned = async (
  email: string,
  { holder, since }: Pick<NameClaimRejection, 'holder' | 'since'>,
  { repository, clock }: Pick<AccountDeps, 'repository' | 'clock'>,
): Promise<boolean> => {
  const { state } = await repository.accounts.load(holder);
  if (state.status === 'deleted') return true;
  return !goesBy(state, email) && clock.now() - since > CLAIM_PATIENCE;
};
