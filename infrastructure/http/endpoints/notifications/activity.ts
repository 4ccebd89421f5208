import { activityPage, activityQuery } from '#application/contract/notifications.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';

export const activityEndpoints = ({ queries }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'user/activity',
    operationId: 'listActivity',
    tag: 'User',
    summary: 'List your recent activity',
    may: access.account.see.own,
    query: activityQuery,
    response: activityPage,
    handle: async ({ account, query }) => ({ body: await queries.activity.activityOf(account.id, query) }),
  }),
];
