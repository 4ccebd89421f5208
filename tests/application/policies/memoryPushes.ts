import type { InAppMessage, Push, PushAddress, PushedDevice, Rung } from '#application/ports/push.ts';

type Unread = NonNullable<Awaited<ReturnType<InAppMessage['unread']>>>;

/** Devices, notifications and a push service under the test's control. */
export const memoryPushes = () => {
  const devices = new Map<string, PushedDevice & { account: string; address: PushAddress }>();
  const rung = new Map<string, Rung[]>();
  const unread = new Map<string, Unread>();
  const sent: Push[] = [];
  const service: { answer: () => 'taken' | 'gone' } = { answer: () => 'taken' };
  return {
    devices,
    /** By the id of their event. */
    rung,
    /** By the id of the notification. */
    unread,
    sent,
    service,
    bell: {
      rungBy: async ({ id }: { id: string }) => rung.get(id) ?? [],
      unread: async (id: string) => unread.get(id),
    },
    pushSubscriptions: {
      any: async () => devices.size > 0,
      of: async (accounts: readonly string[]) =>
        [...devices.values()].filter(({ account }) => accounts.includes(account)),
      find: async (id: string) => devices.get(id)?.address,
      remove: async (id: string) => void devices.delete(id),
    },
    pushService: {
      send: async (push: Push) => {
        sent.push(push);
        return service.answer();
      },
    },
  };
};
