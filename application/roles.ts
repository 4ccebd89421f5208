import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { AccountCommands } from './accounts.ts';
import type { CommandContext } from './command.ts';
import type { Admins } from './ports/admins.ts';

type RoleDeps = { accounts: Pick<AccountCommands, 'load' | 'sendAndSignOut'>; admins: Admins };

/** Who may do more than buy and sell. Every change is an event; the account signs in again to act in its new role. */
export const roleCommands = ({ accounts, admins }: RoleDeps) => {
  const isAdmin = async (id: AccountId): Promise<boolean> => {
    const { status, roles } = (await accounts.load(id)).state;
    return status === 'active' && roles.includes('admin');
  };

  return {
    grant: (id: AccountId, role: Role, context: CommandContext) =>
      accounts.sendAndSignOut(id, { type: 'GrantRole', role, to: id }, context),

    /** Of the role of an admin the account is told how many others hold it. */
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
