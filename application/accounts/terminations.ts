import type { AccountRejection } from '#domain/accounts/commands.ts';
import { ok, type Result } from '#domain/shared/decider.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import type { AccountDeps } from './accountDeps.ts';
import { type GrantRefusal, mayActAsStaff } from './staffTenure.ts';

type Deps = Pick<AccountDeps, 'repository' | 'clock' | 'sessions'>;

/**
 * Confirms a termination and ends the sessions. The second person's role must be old enough and not granted by the
 * proposer.
 */
export const confirmTermination = async (
  id: AccountId,
  proposed: { proposalId: Id; ownSale: boolean },
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
