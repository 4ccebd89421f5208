import { changeSearch, savedSearchList, saveSearch, searchSaved } from '#application/contract/savedSearches.ts';
import { searchCommands } from '#application/listings/savedSearches.ts';
import { access } from '#domain/access/access.ts';
import { MOST_SEARCHES } from '#domain/listings/savedSearchText.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, granted, idParameter } from '../deps.ts';

const tag = 'Saved searches';

export const searchEndpoints = ({ queries, repository }: EndpointDeps): Endpoint[] => {
  const { save, change, look, remove } = searchCommands({ repository });
  return [
    endpoint({
      method: 'get',
      path: 'user/searches',
      operationId: 'listSavedSearches',
      summary: 'List your saved searches with the number of new matches',
      tag,
      may: access.account.see.own,
      response: savedSearchList,
      handle: async ({ account }) => ({
        body: { searches: await queries.searches.searchesOf(account.id), most: MOST_SEARCHES },
      }),
    }),
    endpoint({
      method: 'post',
      path: 'user/searches',
      operationId: 'saveSearch',
      summary: 'Save a search; a repeat changes nothing',
      tag,
      limit: 'watching',
      may: access.account.do.manage,
      body: saveSearch,
      response: searchSaved,
      handle: async (call) => {
        const { name, ...wanted } = call.body;
        const saved = granted(await save(wanted, name, call.context));
        const body = { _id: saved.searchId, name: saved.name, already: saved.already };
        return { body, position: saved.position };
      },
    }),
    command({
      method: 'put',
      path: 'user/searches/{id}',
      operationId: 'updateSavedSearch',
      summary: 'Rename a saved search, or choose how often it notifies',
      tag,
      limit: 'watching',
      may: access.account.do.manage,
      params: idParameter,
      body: changeSearch,
      run: (call) => change(call.params.id, call.body, call.context),
    }),
    command({
      method: 'post',
      path: 'user/searches/{id}/look',
      operationId: 'markSavedSearchSeen',
      summary: 'Mark a saved search as seen',
      tag,
      limit: 'watching',
      may: access.account.do.manage,
      params: idParameter,
      run: (call) => look(call.params.id, call.context),
    }),
    command({
      method: 'delete',
      path: 'user/searches/{id}',
      operationId: 'deleteSavedSearch',
      summary: 'Delete a saved search',
      tag,
      limit: 'watching',
      may: access.account.do.manage,
      params: idParameter,
      run: (call) => remove(call.params.id, call.context),
    }),
  ];
};
