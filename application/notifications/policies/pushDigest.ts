import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import type { Rung } from '../../ports/push.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { ScheduledTask } from '../../shared/storage.ts';
import { nextDigest } from '../emails/digestQueue.ts';

export const PUSH = 'push';

/** One call for all that waited for the day's: no address, no word of a notification. */
export type DigestRequest = {
  /** The day that it belongs to. */
  digest: string;
  at: Instant;
  account: string;
  device: string;
  /** Notifications. */
  held: readonly string[];
};

/** What comes so shortly before the hour waits for the next day's: what a day tells is complete when its hour comes. */
const CLOSED_BEFORE = MINUTE;

/** Twice is once: what waits has the ids of its notification and device. */
export const holdForDigest = ({ id, account }: Rung, device: string, now: Instant): ScheduledTask[] => {
  const { day, at } = nextDigest(now + CLOSED_BEFORE);
  const held = { id: `heldPush.${id}.${device}`, kind: 'heldPush', subject: account, dueAt: null } as const;
  const digest = { id: `pushDigest.${account}.${day}`, kind: 'pushDigest', subject: account, dueAt: at } as const;
  return [
    { ...held, data: { notification: id, device, day } },
    { ...digest, data: { day, at: String(at) } },
  ];
};

/** At eight o'clock, as the emails: one job a device, with the id of its day, so that no day calls twice. */
export const orderDigest = async (
  { subject, data }: ScheduledTask,
  { jobs, schedule }: Pick<PolicyDeps, 'jobs' | 'schedule'>,
): Promise<boolean> => {
  const digest = data.day ?? '';
  const held = (await schedule.about('heldPush', subject)).filter((task) => task.data.day === digest);
  const devices = new Set(held.map((task) => task.data.device ?? ''));
  await jobs.add(
    [...devices].map((device) => {
      const its = held.flatMap((task) => (task.data.device === device ? [task.data.notification ?? ''] : []));
      const request: DigestRequest = { digest, at: Number(data.at), account: subject, device, held: its };
      return { queue: PUSH, id: `digest-${digest}-${device}`, data: request };
    }),
  );
  await schedule.removeAll(held.map(({ id }) => id));
  return devices.size > 0;
};
