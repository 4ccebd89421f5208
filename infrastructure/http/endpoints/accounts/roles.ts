import { accountNamed } from '#application/accounts/nameClaims.ts';
import { answerRoleProposal, roleChange, roleChanged, roleHolders } from '#application/contract/staffAccounts.ts';
import type { Position } from '#application/ports/eventStore.ts';
import { access } from '#domain/access/access.ts';
import { GRANT_TERMS } from '#domain/accounts/limits.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type Endpoint, endpoint, type SignedIn } from '../../endpoint.ts';
import { type EndpointDeps, found, granted, READ_OWN_WRITE_MS, SUCCESS } from '../deps.ts';

const tag = 'Admin';

export const adminRoleEndpoints = ({
  queries,
  repository,
  hashName,
  roles,
  clock,
  waitFor,
}: EndpointDeps): Endpoint[] => {
  const accountOf = async (account: string): Promise<AccountId> => {
    if (/^[0-9a-f]{32}$/.test(account)) return account;
    return found(await accountNamed('email', account, { repository, hashName }), 'accountNotFound');
  };

  const said = async (
    id: AccountId,
    viewer: SignedIn,
    position: Position | undefined,
    words: (username: string) => string,
  ) => {
    if (position !== undefined) await waitFor(position, READ_OWN_WRITE_MS);
    const { summary } = found(await queries.staff.accountRow(id, viewer), 'notYetVisible');
    return { body: { ...SUCCESS, message: words(summary.username), account: summary }, position };
  };

  const change = { method: 'post', tag, may: access.role.do.change, response: roleChanged } as const;

  return [
    endpoint({
      method: 'get',
      path: 'admin/accounts-with-roles',
      operationId: 'listRoleHolders',
      summary: 'List role holders and proposed roles',
      tag,
      may: access.role.see.holders,
      response: roleHolders,
      handle: async ({ account }) => {
        const [accounts, proposals] = await Promise.all([
          queries.staff.roleHoldersOf(account),
          queries.staff.roleProposalsOf(clock.now()),
        ]);
        return { body: { accounts, proposals } };
      },
    }),
    endpoint({
      ...change,
      path: 'admin/roles/grant',
      operationId: 'proposeRole',
      summary: `Propose a role; another admin must confirm it within ${GRANT_TERMS.roleProposal}`,
      body: roleChange,
      handle: async ({ body, account, context }) => {
        const id = await accountOf(body.account);
        const { position, state } = granted(await roles.propose(id, body.role, context));
        const holds = state.roles.includes(body.role);
        return said(id, account, position, (name) =>
          holds
            ? `${name} holds the role ${body.role}`
            : `${name} is given the role ${body.role} once another admin confirms it`,
        );
      },
    }),
    endpoint({
      ...change,
      path: 'admin/roles/confirm',
      operationId: 'confirmRole',
      summary: 'Confirm a role that another admin proposed',
      body: answerRoleProposal,
      handle: async ({ body, account, context }) => {
        const { position } = granted(await roles.confirm(body.account, body.proposalId, context));
        return said(body.account, account, position, (name) => `${name} holds the proposed role`);
      },
    }),
    endpoint({
      ...change,
      path: 'admin/roles/withdraw',
      operationId: 'withdrawRoleProposal',
      summary: 'Withdraw your own role proposal',
      body: answerRoleProposal,
      handle: async ({ body, account, context }) => {
        const { position } = granted(await roles.withdraw(body.account, body.proposalId, context));
        return said(body.account, account, position, (name) => `${name} is given no role`);
      },
    }),
    endpoint({
      ...change,
      path: 'admin/roles/revoke',
      operationId: 'revokeRole',
      summary: 'Revoke a role',
      body: roleChange,
      handle: async ({ body, account, context }) => {
        const id = await accountOf(body.account);
        const { position } = granted(await roles.revoke(id, body.role, context));
        return said(id, account, position, (name) => `${name} no longer holds the role ${body.role}`);
      },
    }),
  ];
};
