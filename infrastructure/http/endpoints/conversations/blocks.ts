import { blockedPeople } from '#application/contract/conversations.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';

const tag = 'Messages';

export const blockEndpoints = ({ queries, accounts }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'user/blocked',
    operationId: 'listBlockedUsers',
    summary: 'List blocked users',
    tag,
    may: access.account.see.own,
    response: blockedPeople,
    handle: async ({ account }) => ({ body: await queries.conversations.blockedBy(account.id) }),
  }),
  command({
    method: 'post',
    path: 'user/{id}/block',
    operationId: 'blockUser',
    summary: 'Block a user',
    tag,
    limit: 'settings',
    may: access.account.do.manage,
    params: idParameter,
    run: async (call) => {
      const { id: accountId } = call.params;
      if ((await accounts.load(accountId)).state.status === 'none') throw new Refused({ code: 'accountNotFound' });
      const request = { type: 'BlockAccount', accountId } as const;
      return accounts.send(call.account.id, request, call.context);
    },
  }),
  command({
    method: 'delete',
    path: 'user/{id}/block',
    operationId: 'unblockUser',
    summary: 'Unblock a user',
    tag,
    limit: 'settings',
    may: access.account.do.manage,
    params: idParameter,
    run: (call) => {
      const request = { type: 'UnblockAccount', accountId: call.params.id } as const;
      return accounts.send(call.account.id, request, call.context);
    },
  }),
];
