import { holderOf } from '#application/accounts/nameClaims.ts';
import { roleChange, roleChanged, roleHolders } from '#application/contract/staff.ts';
import type { CommandContext } from '#application/handleCommand.ts';
import { access } from '#domain/access/access.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { accountsWithRole } from '#projections/accounts/queries.ts';
import { accountRow, roleHoldersOf } from '#projections/staff/people.ts';
import { ADVISORY_LOCKS } from '../../postgres/advisoryLocks.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { type EndpointDeps, found, granted, READ_OWN_WRITE_MS, SUCCESS } from './deps.ts';

const tag = 'Admin';

/** Who may do more than buy and sell. Every change is an event; the account signs in again to act in its new role. */
export const adminRoleEndpoints = ({ db, journal, clock, hashName, accounts, waitFor }: EndpointDeps): Endpoint[] => {
  const accountNamed = async (account: string): Promise<AccountId> => {
    if (/^[0-9a-f]{32}$/.test(account)) return account;
    return found(await holderOf('email', account, { journal, clock, hashName }), 'accountNotFound');
  };

  /** The read model may be behind: each is asked itself. */
  const otherAdmins = async (than: AccountId): Promise<number> => {
    let count = 0;
    for (const id of await accountsWithRole(db, 'admin')) {
      const { status, roles } = await accounts.load(id);
      if (id !== than && status === 'active' && roles.includes('admin')) count++;
    }
    return count;
  };

  const revoke = (id: AccountId, role: Role, context: CommandContext) => {
    if (role !== 'admin') return accounts.executeAndSignOut(id, { type: 'RevokeRole', role, otherAdmins: 0 }, context);
    return db.transaction(async (transaction) => {
      await transaction.raw('SELECT pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.lastAdmin]);
      const request = { type: 'RevokeRole', role, otherAdmins: await otherAdmins(id) } as const;
      return accounts.executeAndSignOut(id, request, context);
    });
  };

  const changing = (action: 'grant' | 'revoke', summary: string) =>
    endpoint({
      ...{ method: 'post', path: `admin/roles/${action}`, summary, tag },
      may: access.role.do.change,
      body: roleChange,
      response: roleChanged,
      handle: async ({ body, context }) => {
        const id = await accountNamed(body.account);
        const { role } = body;
        const { position } = granted(
          action === 'grant'
            ? await accounts.executeAndSignOut(id, { type: 'GrantRole', role }, context)
            : await revoke(id, role, context),
        );
        if (position !== undefined) await waitFor(position, READ_OWN_WRITE_MS);
        const { _id, username, email, country, status, terminated, roles, joinDate } = found(
          await accountRow(db, id),
          'notYetVisible',
        );
        const message =
          action === 'grant' ? `${username} holds the role ${role}` : `${username} no longer holds the role ${role}`;
        return {
          body: {
            ...SUCCESS,
            message,
            account: { _id, username, email, country, status, terminated, roles, joinDate },
          },
          position,
        };
      },
    });

  return [
    endpoint({
      ...{ method: 'get', path: 'admin/accounts-with-roles', summary: 'Everybody who holds a role', tag },
      may: access.role.see.holders,
      response: roleHolders,
      handle: async () => ({ body: { accounts: await roleHoldersOf(db) } }),
    }),
    changing('grant', 'Give an account a role'),
    changing('revoke', 'Take a role away'),
  ];
};
