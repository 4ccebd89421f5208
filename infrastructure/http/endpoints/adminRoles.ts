import { holderOf } from '#application/accounts/nameClaims.ts';
import { roleChange, roleChanged, roleHolders } from '#application/contract/staff.ts';
import { access } from '#domain/access/access.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { type EndpointDeps, found, granted, READ_OWN_WRITE_MS, SUCCESS } from './deps.ts';

const tag = 'Admin';

export const adminRoleEndpoints = ({ queries, repository, hashName, roles, waitFor }: EndpointDeps): Endpoint[] => {
  const accountNamed = async (account: string): Promise<AccountId> => {
    if (/^[0-9a-f]{32}$/.test(account)) return account;
    return found(await holderOf('email', account, { repository, hashName }), 'accountNotFound');
  };

  const changing = (action: 'grant' | 'revoke', summary: string) =>
    endpoint({
      method: 'post',
      path: `admin/roles/${action}`,
      summary,
      tag,
      may: access.role.do.change,
      body: roleChange,
      response: roleChanged,
      handle: async ({ body, context }) => {
        const id = await accountNamed(body.account);
        const { position } = granted(await roles[action](id, body.role, context));
        if (position !== undefined) await waitFor(position, READ_OWN_WRITE_MS);
        const row = found(await queries.staff.accountRow(id), 'notYetVisible');
        const { _id, username, email, country, status, terminated, joinDate } = row;
        const holds = action === 'grant' ? 'holds' : 'no longer holds';
        const account = { _id, username, email, country, status, terminated, roles: row.roles, joinDate };
        return { body: { ...SUCCESS, message: `${username} ${holds} the role ${body.role}`, account }, position };
      },
    });

  return [
    endpoint({
      method: 'get',
      path: 'admin/accounts-with-roles',
      summary: 'Everybody who holds a role',
      tag,
      may: access.role.see.holders,
      response: roleHolders,
      handle: async () => ({ body: { accounts: await queries.staff.roleHoldersOf() } }),
    }),
    changing('grant', 'Give an account a role'),
    changing('revoke', 'Take a role away'),
  ];
};
