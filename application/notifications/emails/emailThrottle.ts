import { HOUR } from '#domain/shared/instants.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Schedule, ScheduledTask } from '../../shared/storage.ts';
import type { EmailTemplate } from './email.ts';

/** What anybody can cause at somebody else’s address, as often as they like, and that waits for no answer within hours. */
const BY_STRANGERS: ReadonlySet<EmailTemplate> = new Set([
  'signInGuessed',
  'priceProposed',
  'priceCountered',
  'proposalEnded',
]);

/** So many of them go to one account within an hour. */
export const FROM_STRANGERS = 5;
const WITHIN = HOUR;

type Deps = { schedule: Pick<Schedule, 'put' | 'about' | 'removeAll'>; clock: Clock };

/**
 * Whether this email is one too many. It looks, writes itself down and looks again, so that of many at work at once no more go out; the
 * same one tried again keeps its place, and one that is too many takes none.
 */
export const isOneTooMany = async (
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
