import { refusalToDecide } from '#domain/accounts/grants.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Repository } from './repository.ts';

/** `possibleAt`: ISO 8601. */
export type GrantRefusal = { code: 'tooNew'; wait: number; possibleAt: string } | { code: 'grantedByProposer' };

type Question = {
  actor: Actor;
  at: Instant;
  /** Of what the actor is about to confirm. */
  proposer?: AccountId | undefined;
};

/** Whether a colleague has held the role long enough, and from somebody else than whose proposal it is. */
export const mayDecide = async (
  { accounts }: Pick<Repository, 'accounts'>,
  { actor, at, proposer }: Question,
): Promise<Result<undefined, GrantRefusal>> => {
  if (actor.role === 'system' || actor.role === 'provider') return ok(undefined);
  const refusal = refusalToDecide((await accounts.load(actor.id)).state, actor.role, { at, proposer });
  if (!refusal) return ok(undefined);
  if (refusal.code !== 'tooNew') return reject(refusal);
  const { possibleAt } = refusal;
  return reject({ code: 'tooNew', wait: possibleAt - at, possibleAt: new Date(possibleAt).toISOString() });
};
