import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import type { Rung } from '../../ports/push.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { ScheduledTask } from '../../shared/storage.ts';
import { nextDigest } from '../emails/digestQueue.ts';

export const PUSH = 'push';

/** One push for everything held for the day. Holds only ids. */
export type DigestRequest = {
  /** The day of the digest. */
  digest: string;
  at: Instant;
  account: string;
  device: string;
  /** Ids of notifications. */
  held: readonly string[];
};

/** Notifications this close to the hour join the next day's digest, so that each day is complete at its hour. */
const CLOSED_BEFORE = MINUTE;

/** Idempotent: an entry has the ids of its notification and device. */
export const holdForDigest = ({ id, account }: Rung, device: string, now: Instant): ScheduledTask[] => {
  const { day, at } = nextDigest(now + CLOSED_BEFORE);
  const held = { id: `heldPush.${id}.${device}`, kind: 'heldPush', subject: account, dueAt: null } as const;
  const digest = { id: `pushDigest.${account}.${day}`, kind: 'pushDigest', subject: account, dueAt: at } as const;
  return [
    { ...held, data: { notification: id, device, day } },
    { ...digest, data: { day, at: String(at) } },
  ];
};

/**
 * At eight o'clock, like the e-mails: one job per device, with the day in its id so that a repeated run sends one
 * push.
 */
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
