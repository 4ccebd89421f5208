import { watchedIds, watchList } from '#application/contract/watchList.ts';
import { watchListCommands } from '#application/listings/watchList.ts';
import { access } from '#domain/access/access.ts';
import { MOST_WATCHED } from '#domain/listings/watchList.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';

const tag = 'Watch list';

export const watchListEndpoints = ({ queries, repository }: EndpointDeps): Endpoint[] => {
  const { watch, unwatch } = watchListCommands({ repository });
  return [
    endpoint({
      method: 'get',
      path: 'user/watching',
      operationId: 'getWatchList',
      summary: 'Get your watch list with the current state of each listing',
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
      summary: 'List the ids of the listings that you watch',
      tag,
      may: access.account.see.own,
      response: watchedIds,
      handle: async ({ account }) => ({ body: { listings: await queries.watching.watchedIdsOf(account.id) } }),
    }),
    command({
      method: 'put',
      path: 'user/watching/{id}',
      operationId: 'watchListing',
      summary: 'Watch a listing; a repeat changes nothing',
      tag,
      limit: 'watching',
      may: access.account.do.manage,
      params: idParameter,
      run: (call) => watch(call.params.id, call.context),
    }),
    command({
      method: 'delete',
      path: 'user/watching/{id}',
      operationId: 'unwatchListing',
      summary: 'Stop watching a listing',
      tag,
      limit: 'watching',
      may: access.account.do.manage,
      params: idParameter,
      run: (call) => unwatch(call.params.id, call.context),
    }),
  ];
};
