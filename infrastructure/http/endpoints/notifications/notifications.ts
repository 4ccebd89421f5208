import { z } from 'zod';
import { message } from '#application/contract/common.ts';
import { notificationPage, notificationQuery } from '#application/contract/notifications.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, granted } from '../deps.ts';

const tag = 'Notifications';
const params = z.object({ id: z.string().max(200) });

export const notificationEndpoints = ({ queries, repository }: EndpointDeps): Endpoint[] => {
  /** Answers 404 for somebody else's notification. */
  const requireOwn = async (account: string, id: string) => {
    if (!(await queries.notifications.hasNotification(account, id)))
      throw new Refused({ code: 'notificationNotFound' });
  };

  return [
    endpoint({
      method: 'get',
      path: 'notifications',
      operationId: 'listNotifications',
      summary: 'List your notifications, newest first',
      tag,
      may: access.account.see.own,
      query: notificationQuery,
      response: notificationPage,
      handle: async ({ account, query }) => ({ body: await queries.notifications.notificationsOf(account.id, query) }),
    }),
    endpoint({
      method: 'put',
      path: 'notifications/read-all',
      operationId: 'markAllNotificationsRead',
      summary: 'Mark all as read',
      tag,
      limit: 'reading',
      may: access.account.do.manage,
      response: message,
      handle: async (call) => {
        const request = { type: 'ReadAllNotifications' } as const;
        const { position } = granted(await repository.notificationStates.send(call.account.id, request, call.context));
        return { body: { message: 'All notifications marked as read' }, position };
      },
    }),
    endpoint({
      method: 'put',
      path: 'notifications/{id}/read',
      operationId: 'markNotificationRead',
      summary: 'Mark a notification as read',
      tag,
      reads: true,
      limit: 'reading',
      may: access.account.do.manage,
      params,
      response: message,
      handle: async (call) => {
        await requireOwn(call.account.id, call.params.id);
        const request = { type: 'ReadNotification', notificationId: call.params.id } as const;
        const { position } = granted(await repository.notificationStates.send(call.account.id, request, call.context));
        return { body: { message: 'Notification marked as read' }, position };
      },
    }),
    endpoint({
      method: 'delete',
      path: 'notifications/{id}',
      operationId: 'deleteNotification',
      summary: 'Delete a notification',
      tag,
      reads: true,
      limit: 'reading',
      may: access.account.do.manage,
      params,
      handle: async (call) => {
        await requireOwn(call.account.id, call.params.id);
        const request = { type: 'DeleteNotification', notificationId: call.params.id } as const;
        const { position } = granted(await repository.notificationStates.send(call.account.id, request, call.context));
        return { status: 204, body: undefined, position };
      },
    }),
  ];
};
