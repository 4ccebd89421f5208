import { watchedIds, watchList } from '#application/contract/watching.ts';
import { watchListCommands } from '#application/listings/watchList.ts';
import { access } from '#domain/access/access.ts';
import { MOST_WATCHED } from '#domain/listings/watchList.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, granted, idParameter } from '../deps.ts';

const tag = 'Watch list';

export const watchListEndpoints = ({ queries, repository }: EndpointDeps): Endpoint[] => {
  const { watch, unwatch } = watchListCommands({ repository });
  return [
    endpoint({
      method: 'get',
      path: 'user/watching',
      operationId: 'getWatchList',
      summary: 'The own watch list, with what has become of each listing',
      tag,
      may: access.account.see.own,
      response: watchList,
      handle: async ({ account }) => ({
        body: { watched: await queries.watching.watchedBy(account.id), most: MOST_WATCHED },
      }),
    }),
    endpoint({
      method: 'get',
      path: 'user/watching/ids',
      operationId: 'listWatchedIds',
      summary: 'The ids of the listings that one watches',
      tag,
      may: access.account.see.own,
      response: watchedIds,
      handle: async ({ account }) => ({ body: { listings: await queries.watching.watchedIdsOf(account.id) } }),
    }),
    endpoint({
      method: 'put',
      path: 'user/watching/{id}',
      operationId: 'watchListing',
      summary: 'Watch a listing; twice is once',
      tag,
      limit: 'watching',
      may: access.account.do.manage,
      params: idParameter,
      handle: async (call) => {
        const { position } = granted(await watch(call.params.id, call.context));
        return { status: 204, body: undefined, position };
      },
    }),
    endpoint({
      method: 'delete',
      path: 'user/watching/{id}',
      operationId: 'unwatchListing',
      summary: 'Watch it no longer',
      tag,
      limit: 'watching',
      may: access.account.do.manage,
      params: idParameter,
      handle: async (call) => {
        const { position } = granted(await unwatch(call.params.id, call.context));
        return { status: 204, body: undefined, position };
      },
    }),
  ];
};
