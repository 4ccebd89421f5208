import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import type { Role } from '../shared/actor.ts';
import { type Result, record, reject } from '../shared/decider.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import { mayTrade } from './accountStatus.ts';
import type { AccountCommand, AccountRejection } from './commands.ts';
import type { AccountEvent } from './events.ts';
import { NEW_COLLEAGUE, ROLE_PROPOSAL } from './limits.ts';
import type { Account } from './state.ts';

type GrantCommand = Extract<AccountCommand, { type: 'GrantRole' | 'ProposeRole' | 'ConfirmRole' | 'WithdrawRole' }>;
type Decision = Result<AccountEvent[], AccountRejection>;

/** Whether the account has a role besides member. */
export const holdsRole = ({ roles }: Pick<Account, 'roles'>): boolean => roles.some((role) => role !== 'member');

/**
 * An account has at most one role besides member, and must be active to get it. So an account with a role is never
 * suspended.
 */
const unfitFor = (state: Account, role: Role): AccountRejection | undefined => {
  if (!mayTrade(state)) return { code: 'accountNotInUse' };
  const held = role === 'member' ? undefined : state.roles.find((one) => one !== 'member');
  return held && { code: 'rolesExclude', held };
};

/** One admin proposes a role and another confirms it. The command line, which creates the first admin, grants alone. */
export const decideGrant = (command: GrantCommand, state: Account): Decision => {
  const { at, by } = command;
  const { grantAlone, change } = access.role.do;
  if (!may(command.type === 'GrantRole' ? grantAlone : change, by.role)) return reject({ code: 'notAllowed' });
  const { roleProposal } = state;
  const standing = roleProposal && at < roleProposal.lapsesAt ? roleProposal : null;

  switch (command.type) {
    case 'GrantRole': {
      const { role } = command;
      if (state.roles.includes(role)) return record();
      const unfit = unfitFor(state, role);
      if (unfit) return reject(unfit);
      return record({ type: 'RoleGranted', data: { at, role, grantedBy: by.id } });
    }
    case 'ProposeRole': {
      const { role, proposalId } = command;
      if (state.roles.includes(role) || standing?.proposalId === proposalId) return record();
      if (command.to === by.id) return reject({ code: 'ownRole' });
      const unfit = unfitFor(state, role);
      if (unfit) return reject(unfit);
      if (standing) return reject({ code: 'roleProposed' });
      const lapsesAt = at + ROLE_PROPOSAL;
      return record({ type: 'RoleProposed', data: { at, proposalId, role, proposedBy: by.id, lapsesAt } });
    }
    case 'ConfirmRole': {
      if (standing?.proposalId !== command.proposalId) return reject({ code: 'roleProposalGone' });
      if (command.to === by.id) return reject({ code: 'ownRole' });
      if (standing.proposedBy === by.id) return reject({ code: 'ownRoleProposal' });
      const unfit = unfitFor(state, standing.role);
      if (unfit) return reject(unfit);
      return record({ type: 'RoleGranted', data: { at, role: standing.role, grantedBy: by.id } });
    }
    case 'WithdrawRole': {
      if (standing?.proposalId !== command.proposalId) return reject({ code: 'roleProposalGone' });
      if (standing.proposedBy !== by.id) return reject({ code: 'notYourProposal' });
      return record({
        type: 'RoleProposalWithdrawn',
        data: { at, proposalId: standing.proposalId, withdrawnBy: by.id },
      });
    }
  }
};

/** Why staff may not yet decide about money or a termination. `proposer`: who proposed it, if anybody. */
export const refusalToDecide = (
  { grants }: Account,
  role: Role,
  { at, proposer }: { at: Instant; proposer: { id: AccountId; roles: readonly Role[] } | undefined },
): { code: 'tooNew'; possibleAt: Instant } | { code: 'grantedByProposer' | 'proposerGone' } | undefined => {
  const grant = grants.find((one) => one.role === role);
  if (grant && at < grant.at + NEW_COLLEAGUE) return { code: 'tooNew', possibleAt: grant.at + NEW_COLLEAGUE };
  if (!proposer) return undefined;
  if (grant?.by.includes(proposer.id)) return { code: 'grantedByProposer' };
  return proposer.roles.includes(role) ? undefined : { code: 'proposerGone' };
};
