import { HOUR } from '#domain/shared/instants.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Schedule, ScheduledTask } from '../../shared/storage.ts';
import type { EmailTemplate } from './email.ts';

/** E-mails that anybody can trigger for somebody else, any number of times, and that need no answer within hours. */
const BY_STRANGERS: ReadonlySet<EmailTemplate> = new Set([
  'signInGuessed',
  'priceProposed',
  'priceCountered',
  'proposalEnded',
]);

/** Maximum of such e-mails per account and hour. */
export const FROM_STRANGERS = 5;
const WITHIN = HOUR;

type Deps = { schedule: Pick<Schedule, 'put' | 'about' | 'removeAll'>; clock: Clock };

/**
 * Whether this e-mail exceeds the limit. It checks, registers itself and checks again, so that concurrent jobs
 * stay within the limit. A retry keeps its place; a rejected one takes none.
 */
export const isThrottled = async (
  { id, template, accountId }: { id: string; template: EmailTemplate; accountId: string },
  { schedule, clock }: Deps,
): Promise<boolean> => {
  if (!BY_STRANGERS.has(template)) return false;
  const own = `fromStranger.${id}`;
  const now = clock.now();
  const known = await schedule.about('fromStranger', accountId);
  if (known.some((task) => task.id === own)) return false;
  const isPast = ({ data }: ScheduledTask) => Number(data.at) <= now - WITHIN;
  await schedule.removeAll(known.filter(isPast).map((task) => task.id));
  if (known.filter((task) => !isPast(task)).length >= FROM_STRANGERS) return true;
  const dueAt = now + WITHIN;
  await schedule.put({ id: own, kind: 'fromStranger', subject: accountId, dueAt, data: { at: String(now) } });
  const places = (await schedule.about('fromStranger', accountId))
    .sort((one, other) => Number(one.data.at) - Number(other.data.at) || (one.id < other.id ? -1 : 1))
    .map((task) => task.id);
  if (places.indexOf(own) < FROM_STRANGERS) return false;
  await schedule.removeAll([own]);
  return true;
};
