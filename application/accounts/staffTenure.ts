import type { AccountRejection } from '#domain/accounts/commands.ts';
import { refusalToDecide } from '#domain/accounts/grants.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';
import type { AccountDeps } from './accountDeps.ts';

type Deps = Pick<AccountDeps, 'repository' | 'clock' | 'sessions'>;

/**
 * Confirms a termination and ends the sessions. The second person's role must be old enough and not granted by the
 * proposer.
 */
export const confirmTermination = async (
  id: AccountId,
  proposed: { proposalId: Id; reason: string; ownSale: boolean },
  context: CommandContext,
  { repository, clock, sessions }: Deps,
): Promise<Result<{ position: Position | undefined }, AccountRejection | GrantRefusal>> => {
  const { termination } = (await repository.accounts.load(id)).state;
  const proposer = termination?.proposedBy;
  const may = await mayActAsStaff(repository, { actor: context.actor, at: clock.now(), proposer });
  if (!may.ok) return may;
  const confirmed = await repository.accounts.send(id, { type: 'ConfirmTermination', ...proposed }, context);
  if (!confirmed.ok) return confirmed;
  await sessions.endAll(id);
  return ok({ position: confirmed.value.position });
};

/** `possibleAt`: ISO 8601. */
export type GrantRefusal =
  | { code: 'tooNew'; wait: number; possibleAt: string }
  | { code: 'grantedByProposer' | 'proposerGone' };

type Question = {
  actor: Actor;
  at: Instant;
  /** Author of the proposal that the actor wants to confirm. */
  proposer?: AccountId | undefined;
};

/**
 * Whether a staff member may decide: the role is old enough, was not granted by the proposer, and the proposer
 * still holds theirs.
 */
export const mayActAsStaff = async (
  { accounts }: Pick<Repository, 'accounts'>,
  { actor, at, proposer }: Question,
): Promise<Result<undefined, GrantRefusal>> => {
  if (actor.role === 'system' || actor.role === 'provider') return ok(undefined);
  const held = async (id: AccountId) => ({ id, roles: (await accounts.load(id)).state.roles });
  const [{ state }, proposing] = await Promise.all([
    accounts.load(actor.id),
    proposer === undefined ? undefined : held(proposer),
  ]);
  const refusal = refusalToDecide(state, actor.role, { at, proposer: proposing });
  if (!refusal) return ok(undefined);
  if (refusal.code !== 'tooNew') return reject(refusal);
  const { possibleAt } = refusal;
  return reject({ code: 'tooNew', wait: possibleAt - at, possibleAt: new Date(possibleAt).toISOString() });
};
