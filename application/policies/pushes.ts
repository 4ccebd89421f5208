import { PUSHED_WITHIN, pushKindOf, urgencyOf } from '#domain/telling/pushes.ts';
import { BELL_FACTS } from '#domain/telling/rings.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobHandler } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import { type Bell, PushFailed, type PushService, type PushSubscriptions } from '../ports/pushes.ts';
import type { Policy } from './policy.ts';
import type { PolicyDeps } from './policyDeps.ts';

export const PUSH = 'push';

/** Back-off doubles up to five minutes: these take an hour. What no service took by then stands in the bell. */
export const PUSH_ATTEMPTS = 20;

/** Characters of the words of a notification: a payload holds some 3,000 bytes. */
const LONGEST_TEXT = 500;

/** No address, no word of a notification: a job holds which notification goes to which device. */
type PushRequest = { notification: string; device: string };

type Deps = Pick<PolicyDeps, 'jobs'> & {
  bell: Pick<Bell, 'rungBy'>;
  pushSubscriptions: Pick<PushSubscriptions, 'any' | 'of'>;
};

/** Each notification that comes into somebody's bell calls each device of theirs once, but for what that device is not to be called for. */
export const pushes = ({ jobs, bell, pushSubscriptions }: Deps): Policy => ({
  name: 'pushes',
  handles: BELL_FACTS,
  begins: Object.fromEntries(BELL_FACTS.map((type) => [type, 'now'])),
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
        .map((device): PushRequest => ({ notification: notification.id, device: device.id })),
    );
    await jobs.add(wanted.map((data) => ({ queue: PUSH, id: `${data.notification}-${data.device}`, data })));
  },
});

export type PushDeps = {
  bell: Pick<Bell, 'unread'>;
  pushSubscriptions: Pick<PushSubscriptions, 'find' | 'remove'>;
  pushService: Pick<PushService, 'send'>;
  clock: Clock;
  log: Log;
};

/** Calls one device. What was read meanwhile, is a day old, or whose device has signed out, calls nobody. */
export const sendPush =
  ({ bell, pushSubscriptions, pushService, clock, log }: PushDeps): JobHandler =>
  async ({ data, attempt }) => {
    const { notification: id, device } = data as PushRequest;
    const address = await pushSubscriptions.find(device);
    if (!address) return;
    const notification = await bell.unread(id);
    if (!notification) return;
    const left = notification.at + PUSHED_WITHIN - clock.now();
    if (left <= 0) return;
    const { type, text, path } = notification;
    try {
      const answer = await pushService.send({
        ...address,
        payload: JSON.stringify({ id, text: text.slice(0, LONGEST_TEXT), path }),
        ttl: Math.ceil(left / 1_000),
        urgency: urgencyOf(type),
        topic: id,
      });
      if (answer === 'gone') await pushSubscriptions.remove(device);
    } catch (error) {
      if (!(error instanceof PushFailed) || attempt < PUSH_ATTEMPTS) throw error;
      log.warn({ notification: id, error: String(error) }, 'no push service took it: it stands in the bell');
    }
  };
