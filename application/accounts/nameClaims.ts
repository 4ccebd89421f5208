import type { ClaimEvent } from '#domain/accounts/events.ts';
import { type NameClaimRejection, nameClaim } from '#domain/accounts/nameClaim.ts';
import { fold, type Result } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type CommandContext, handleCommand, type Outcome } from '../handleCommand.ts';
import { type AccountDeps, part } from './accountDeps.ts';

type NameKind = 'email' | 'username';

type ClaimDeps = Pick<AccountDeps, 'journal' | 'clock' | 'hashName'>;

/** Case and outer spaces make no difference, nor do other signs for the same character: one account per email and per username. */
export const plainName = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

const streamOf = (kind: NameKind, name: string, { hashName }: ClaimDeps): string =>
  `${kind}-${hashName(`${kind}:${plainName(name)}`)}`;

/** Who holds a name; undefined when nobody does. */
export const holderOf = async (kind: NameKind, name: string, deps: ClaimDeps): Promise<AccountId | undefined> => {
  const { events } = await deps.journal.load(streamOf(kind, name, deps));
  return fold(nameClaim, events as unknown as ClaimEvent[]).holder ?? undefined;
};

type Claimed = Result<Outcome<ClaimEvent, unknown>, NameClaimRejection>;

/** Claims a name for an account that may not exist yet. Exactly one of several claimants gets it. */
export const claimName = (
  kind: NameKind,
  name: string,
  claim: { accountId: AccountId; abandonedBy?: AccountId },
  context: CommandContext,
  deps: ClaimDeps,
): Promise<Claimed> => {
  const step = `${kind}.${claim.abandonedBy ? 'takeOver' : 'claim'}`;
  const command = { type: 'ClaimName', at: deps.clock.now(), ...claim } as const;
  return handleCommand(deps.journal, nameClaim, streamOf(kind, name, deps), command, part(context, step));
};

export const releaseName = (
  kind: NameKind,
  name: string,
  accountId: AccountId,
  context: CommandContext,
  deps: ClaimDeps,
): Promise<Claimed> => {
  const command = { type: 'ReleaseName', at: deps.clock.now(), accountId } as const;
  return handleCommand(deps.journal, nameClaim, streamOf(kind, name, deps), command, part(context, `${kind}.release`));
};
