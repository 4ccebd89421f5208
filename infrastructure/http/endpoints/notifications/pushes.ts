import { type PushStatus, pushStatus, pushWanted } from '#application/contract/notifications.ts';
import { access } from '#domain/access/access.ts';
import { MOST_PUSHED } from '#domain/notifications/pushes.ts';
import { type Endpoint, endpoint, Refused, type SignedIn } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';

const tag = 'Notifications';

const WRONG = { endpoint: 'pushEndpointRefused', keys: 'pushKeysRefused' } as const;
const NOT_KEPT = { full: 'tooManyPushed', signedOut: 'signedOut' } as const;

export const pushEndpoints = ({ pushService, pushSubscriptions }: EndpointDeps): Endpoint[] => {
  const statusOf = async ({ id, sessionId }: SignedIn): Promise<PushStatus> => {
    const [device, devices] = await Promise.all([
      pushSubscriptions.ofSession(sessionId),
      pushSubscriptions.countOf(id),
    ]);
    const { key = null } = pushService;
    return {
      key,
      on: device !== undefined,
      silent: [...(device?.silent ?? [])],
      daily: [...(device?.daily ?? [])],
      devices,
      most: MOST_PUSHED,
    };
  };

  return [
    endpoint({
      method: 'get',
      path: 'user/push',
      operationId: 'getPushSubscription',
      summary: 'Get the push settings of this device',
      tag,
      reads: false,
      may: access.account.see.own,
      response: pushStatus,
      handle: async ({ account }) => ({ body: await statusOf(account) }),
    }),
    endpoint({
      method: 'put',
      path: 'user/push',
      operationId: 'subscribeToPush',
      summary: 'Turn on push for this device until its session ends',
      tag,
      limit: 'settings',
      may: access.account.do.manage,
      body: pushWanted,
      response: pushStatus,
      handle: async ({ account, body: { silent, daily, ...address } }) => {
        if (pushService.key === undefined) throw new Refused({ code: 'pushNotSetUp' });
        const fault = pushService.faultOf(address);
        if (fault) throw new Refused({ code: WRONG[fault] });
        const of = { account: account.id, sessionId: account.sessionId };
        const kept = await pushSubscriptions.put(of, address, { silent, daily });
        if (kept !== 'kept') throw new Refused({ code: NOT_KEPT[kept] });
        return { body: await statusOf(account) };
      },
    }),
    endpoint({
      method: 'delete',
      path: 'user/push',
      operationId: 'unsubscribeFromPush',
      summary: 'Turn off push for this device',
      tag,
      limit: 'settings',
      may: access.account.do.manage,
      handle: async ({ account }) => {
        await pushSubscriptions.endOf(account.sessionId);
        return { status: 204, body: undefined };
      },
    }),
  ];
};
