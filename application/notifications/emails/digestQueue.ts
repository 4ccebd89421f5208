import type { Choosable } from '#domain/accounts/mailChoices.ts';
import { dayName, instantOf, localDay } from '#domain/shared/amsterdam.ts';
import { HOUR, type Instant } from '#domain/shared/instants.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Schedule, ScheduledTask } from '../../shared/storage.ts';
import { emailJob } from './emailJob.ts';

const HOUR_OF_DIGEST = 8;

/** An e-mail that waits for the daily digest: its subject and its link. */
export type Held = { id: string; subject: string; path: string };

type Holding = {
  id: string;
  accountId: string;
  subject: string;
  saleId: string | undefined;
  category: Choosable | undefined;
};

const pathOf = ({ saleId, category }: Holding): string => {
  if (category === 'cases') return saleId === undefined ? '/staff' : `/staff/cases/${saleId}`;
  if (saleId !== undefined) return `/transactions/${saleId}`;
  if (category === 'watching') return '/watching';
  if (category === 'searches') return '/watching/searches';
  return category === 'messages' ? '/messages' : '/dashboard';
};

/** The next morning on which a digest is sent. */
export const nextDigest = (now: Instant): { day: string; at: Instant } => {
  const today = localDay(now);
  const day = now < instantOf(today, HOUR_OF_DIGEST * HOUR) ? today : today + 1;
  return { day: dayName(day), at: instantOf(day, HOUR_OF_DIGEST * HOUR) };
};

/** Idempotent: an entry has the id of its e-mail. */
export const hold = async (
  held: Holding,
  { schedule, clock }: { schedule: Pick<Schedule, 'put'>; clock: Clock },
): Promise<void> => {
  const { id, accountId, subject } = held;
  const { day, at } = nextDigest(clock.now());
  const data = { subject, path: pathOf(held) };
  await schedule.put({ id: `held.${id}`, kind: 'held', subject: accountId, dueAt: null, data });
  await schedule.put({
    id: `digest.${accountId}.${day}`,
    kind: 'digest',
    subject: accountId,
    dueAt: at,
    data: { day },
  });
};

export const heldFor = async (accountId: string, schedule: Pick<Schedule, 'about'>): Promise<Held[]> =>
  (await schedule.about('held', accountId)).map(({ id, data }) => ({
    id,
    subject: data.subject ?? '',
    path: data.path ?? '/dashboard',
  }));

export const forget = async (
  held: readonly Pick<Held, 'id'>[],
  schedule: Pick<Schedule, 'removeAll'>,
): Promise<void> => {
  if (held.length > 0) await schedule.removeAll(held.map(({ id }) => id));
};

/** At eight o'clock, sends one e-mail with everything held back. */
export const sendDigest = async (
  { subject, data }: ScheduledTask,
  { jobs }: { jobs: Pick<Jobs, 'add'> },
): Promise<boolean> => {
  await jobs.add([emailJob({ template: 'dailyDigest', accountId: subject }, data.day ?? '')]);
  return true;
};
