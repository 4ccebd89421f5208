import { NOTIFIED_EVENTS } from '#domain/notifications/inAppMessages.ts';
import { pushKindOf } from '#domain/notifications/notificationTypes.ts';
import { DIGEST_PATH, digestText, PUSHED_WITHIN, urgencyOf } from '#domain/notifications/pushes.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import { type InAppMessage, PushFailed, type PushService, type PushSubscriptions } from '../../ports/push.ts';
import type { Policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { type DigestRequest, holdForDigest, PUSH } from './pushDigest.ts';

/**
 * About an hour in all, as the back-off doubles up to five minutes. A push not accepted by then remains an in-app
 * notification.
 */
export const PUSH_ATTEMPTS = 20;

/** Maximum characters of a text: a payload holds about 3,000 bytes. */
const LONGEST_TEXT = 500;

/** A job holds only ids: no address and no text. */
type PushRequest = { notification: string; device: string };

type Deps = Pick<PolicyDeps, 'jobs' | 'schedule' | 'clock'> & {
  bell: Pick<InAppMessage, 'rungBy'>;
  pushSubscriptions: Pick<PushSubscriptions, 'any' | 'of'>;
};

/**
 * Sends each new in-app notification to each of the reader's devices once, except kinds that the device silences
 * or puts into its daily digest.
 */
export const pushes = ({ jobs, schedule, clock, bell, pushSubscriptions }: Deps): Policy => ({
  name: 'pushes',
  handles: NOTIFIED_EVENTS,
  begins: Object.fromEntries(NOTIFIED_EVENTS.map((type) => [type, 'now'])),
  handle: async ({ id, position }) => {
    if (!(await pushSubscriptions.any())) return;
    const rung = await bell.rungBy({ id, position });
    if (rung.length === 0) return;
    const devices = await pushSubscriptions.of(rung.map(({ account }) => account));
    const wanted = rung.flatMap((notification) =>
      devices
        .filter(
          ({ account, silent }) => account === notification.account && !silent.includes(pushKindOf(notification.type)),
        )
        .map((device) => ({ notification, device, daily: device.daily.includes(pushKindOf(notification.type)) })),
    );
    const held = wanted.filter(({ daily }) => daily);
    await schedule.putAll(
      held.flatMap(({ notification, device }) => holdForDigest(notification, device.id, clock.now())),
    );
    const atOnce = wanted
      .filter(({ daily }) => !daily)
      .map(({ notification, device }): PushRequest => ({ notification: notification.id, device: device.id }));
    await jobs.add(atOnce.map((data) => ({ queue: PUSH, id: `${data.notification}-${data.device}`, data })));
  },
});

export type PushDeps = {
  bell: Pick<InAppMessage, 'unread'>;
  pushSubscriptions: Pick<PushSubscriptions, 'of' | 'find' | 'remove'>;
  pushService: Pick<PushService, 'send'>;
  clock: Clock;
  log: Log;
};

type PushText = { id: string; text: string; path: string; until: Instant; urgency: 'low' | 'normal' };

const textOf = async (id: string, bell: PushDeps['bell']): Promise<PushText | undefined> => {
  const notification = await bell.unread(id);
  if (!notification) return undefined;
  const { type, text, path, at } = notification;
  return { id, text: text.slice(0, LONGEST_TEXT), path, until: at + PUSHED_WITHIN, urgency: urgencyOf(type) };
};

/** Leaves out what the device has silenced since. */
const digestOf = async (
  { digest, at, account, device, held }: DigestRequest,
  { bell, pushSubscriptions }: Pick<PushDeps, 'bell' | 'pushSubscriptions'>,
): Promise<PushText | undefined> => {
  const called = (await pushSubscriptions.of([account])).find(({ id }) => id === device);
  const unread = await Promise.all(held.map((id) => bell.unread(id)));
  const types = unread.flatMap((notification) => notification?.type ?? []);
  const text = digestText(types.filter((type) => called && !called.silent.includes(pushKindOf(type))));
  if (text === undefined) return undefined;
  return { id: `digest-${digest}`, text, path: DIGEST_PATH, until: at + PUSHED_WITHIN, urgency: 'low' };
};

/** Pushes to one device, unless the notification was read, is a day old, or the device signed out. */
export const sendPush =
  ({ bell, pushSubscriptions, pushService, clock, log }: PushDeps): JobHandler =>
  async ({ data, attempt }) => {
    const request = data as PushRequest | DigestRequest;
    const { device } = request;
    const address = await pushSubscriptions.find(device);
    if (!address) return;
    const said = await ('digest' in request
      ? digestOf(request, { bell, pushSubscriptions })
      : textOf(request.notification, bell));
    if (!said) return;
    const { id, text, path, until, urgency } = said;
    const left = until - clock.now();
    if (left <= 0) return;
    try {
      const answer = await pushService.send({
        ...address,
        payload: JSON.stringify({ id, text, path }),
        ttl: Math.ceil(left / 1_000),
        urgency,
        topic: id,
      });
      if (answer === 'gone') await pushSubscriptions.remove(device);
    } catch (error) {
      if (!(error instanceof PushFailed) || attempt < PUSH_ATTEMPTS) throw error;
      log.warn({ notification: id, error: String(error) }, 'no push service took it: it stands in the bell');
    }
  };
