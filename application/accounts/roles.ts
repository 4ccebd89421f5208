import { mayTrade } from '#domain/accounts/accountStatus.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { CommandContext } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import type { AccountCommands } from './accounts.ts';
import type { Admins } from './storage.ts';

type RoleDeps = { accounts: Pick<AccountCommands, 'load' | 'send' | 'sendAndSignOut'>; admins: Admins };

/** Grants and revokes roles. The account must sign in again to use a new role. */
export const roleCommands = ({ accounts, admins }: RoleDeps) => {
  const isAdmin = async (id: AccountId): Promise<boolean> => {
    const { status, roles } = (await accounts.load(id)).state;
    return mayTrade({ status }) && roles.includes('admin');
  };

  return {
    /** Another admin must confirm the proposal before it expires. */
    propose: (id: AccountId, role: Role, context: CommandContext) => {
      const proposalId = derivedId('roleProposal', context);
      return accounts.send(id, { type: 'ProposeRole', proposalId, role, to: id }, context);
    },

    confirm: (id: AccountId, proposalId: Id, context: CommandContext) =>
      accounts.sendAndSignOut(id, { type: 'ConfirmRole', proposalId, to: id }, context),

    withdraw: (id: AccountId, proposalId: Id, context: CommandContext) =>
      accounts.send(id, { type: 'WithdrawRole', proposalId }, context),

    /** For the admin role the command carries how many other admins there are, so that one always remains. */
    revoke: (id: AccountId, role: Role, context: CommandContext) => {
      if (role !== 'admin') return accounts.sendAndSignOut(id, { type: 'RevokeRole', role }, context);
      return admins.oneAtATime(async (holders) => {
        let otherAdmins = 0;
        for (const holder of holders) if (holder !== id && (await isAdmin(holder))) otherAdmins++;
        return accounts.sendAndSignOut(id, { type: 'RevokeRole', role, otherAdmins }, context);
      });
    },
  };
};

export type RoleCommands = ReturnType<typeof roleCommands>;
