import type { AccountRejection } from '#domain/accounts/commands.ts';
import type { SuspensionGround } from '#domain/accounts/suspensionGrounds.ts';
import { ok, type Result } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';
import { accountStream, part } from './accountDeps.ts';

/** `ownSale`: the staff member has an open transaction with the account. */
export type Suspension = { reason: string; ground: SuspensionGround; ownSale: boolean };

type SuspendFirst = {
  account: AccountId;
  suspend: Suspension | undefined;
  /** What closing the report would answer now. */
  trial: { ok: boolean };
};

/**
 * Suspends an account before a report about it is closed. Nobody is suspended if the report cannot be closed. After a
 * crash in between, the repeated command finds the account suspended and closes the report.
 */
export const suspendFirst = async (
  { accounts }: Pick<Repository, 'accounts'>,
  { account, suspend, trial }: SuspendFirst,
  context: CommandContext,
): Promise<Result<undefined, AccountRejection>> => {
  if (!suspend || !trial.ok) return ok(undefined);
  const request = { type: 'SuspendAccount', ...suspend } as const;
  const suspended = await accounts.send(account, request, part(context, accountStream(account)));
  return suspended.ok ? ok(undefined) : suspended;
};
