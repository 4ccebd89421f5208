import type { ViewedList } from '#application/contract/limits.ts';
import { deleteView, savedView, savedViews, viewedList } from '#application/contract/savedViews.ts';
import { access } from '#domain/access/access.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';

/** The named searches that staff and auditors keep for the queue of cases and the search over events. */
export const savedViewEndpoints = ({ savedViews: store }: Pick<EndpointDeps, 'savedViews'>): Endpoint[] => {
  const own = async (account: AccountId, list: ViewedList) => ({ body: { views: await store.of(account, list) } });
  const shared = { tag: 'Staff', may: access.case.see.queue, params: viewedList, response: savedViews } as const;
  return [
    endpoint({
      ...shared,
      method: 'get',
      path: 'staff/views/{list}',
      operationId: 'listSavedViews',
      summary: 'List your saved views of the cases or of the events',
      handle: ({ params: { list }, account }) => own(account.id, list),
    }),
    endpoint({
      ...shared,
      method: 'post',
      path: 'staff/views/{list}',
      operationId: 'saveView',
      summary: 'Save a view under a name that you have not used yet',
      limit: 'settings',
      body: savedView,
      handle: async ({ params: { list }, body, account }) => {
        const refused = await store.save(account.id, list, body);
        if (refused) throw new Refused({ code: refused });
        return own(account.id, list);
      },
    }),
    endpoint({
      ...shared,
      method: 'post',
      path: 'staff/views/{list}/delete',
      operationId: 'deleteView',
      summary: 'Delete one of your saved views',
      limit: 'settings',
      body: deleteView,
      handle: async ({ params: { list }, body: { name }, account }) => {
        await store.remove(account.id, list, name);
        return own(account.id, list);
      },
    }),
  ];
};
