import { z } from 'zod';
import { message } from '#application/contract/common.ts';
import { notificationPage, notificationQuery } from '#application/contract/notifications.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { command } from '../command.ts';
import type { EndpointDeps } from '../deps.ts';

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
    command({
      method: 'put',
      path: 'notifications/read-all',
      operationId: 'markAllNotificationsRead',
      summary: 'Mark all as read',
      tag,
      limit: 'reading',
      may: access.account.do.manage,
      response: message,
      run: (call) => {
        const request = { type: 'ReadAllNotifications' } as const;
        return repository.notificationStates.send(call.account.id, request, call.context);
      },
      answer: () => ({ message: 'All notifications marked as read' }),
    }),
    command({
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
      run: async (call) => {
        await requireOwn(call.account.id, call.params.id);
        const request = { type: 'ReadNotification', notificationId: call.params.id } as const;
        return repository.notificationStates.send(call.account.id, request, call.context);
      },
      answer: () => ({ message: 'Notification marked as read' }),
    }),
    command({
      method: 'delete',
      path: 'notifications/{id}',
      operationId: 'deleteNotification',
      summary: 'Delete a notification',
      tag,
      reads: true,
      limit: 'reading',
      may: access.account.do.manage,
      params,
      run: async (call) => {
        await requireOwn(call.account.id, call.params.id);
        const request = { type: 'DeleteNotification', notificationId: call.params.id } as const;
        return repository.notificationStates.send(call.account.id, request, call.context);
      },
    }),
  ];
};
