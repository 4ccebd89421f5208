import { blockedPeople } from '#application/contract/conversations.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, granted, idParameter } from '../deps.ts';

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
  endpoint({
    method: 'post',
    path: 'user/{id}/block',
    operationId: 'blockUser',
    summary: 'Block a user',
    tag,
    limit: 'settings',
    may: access.account.do.manage,
    params: idParameter,
    handle: async (call) => {
      const { id: accountId } = call.params;
      if ((await accounts.load(accountId)).state.status === 'none') throw new Refused({ code: 'accountNotFound' });
      const request = { type: 'BlockAccount', accountId } as const;
      const { position } = granted(await accounts.send(call.account.id, request, call.context));
      return { status: 204, body: undefined, position };
    },
  }),
  endpoint({
    method: 'delete',
    path: 'user/{id}/block',
    operationId: 'unblockUser',
    summary: 'Unblock a user',
    tag,
    limit: 'settings',
    may: access.account.do.manage,
    params: idParameter,
    handle: async (call) => {
      const request = { type: 'UnblockAccount', accountId: call.params.id } as const;
      const { position } = granted(await accounts.send(call.account.id, request, call.context));
      return { status: 204, body: undefined, position };
    },
  }),
];
