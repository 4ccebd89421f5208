import type { NotificationPage } from '#application/contract/notifications.ts';
import type { Transaction } from '#application/contract/transactions.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { NEEDS } from '#domain/telling/needs.ts';
import { statusLabel } from '../ui/Badge.tsx';
import { dueTime } from '../ui/dates.ts';

type Sale = Pick<Transaction, '_id' | 'displayStatus' | 'listing' | 'needs'>;

/** What the answers that a page has say at one moment. `now` in ms of the server. */
export type Told = { sales: readonly Sale[]; bell: NotificationPage | undefined; now: number };

/** What somebody has heard, or found when they came. */
export type Heard = {
  statuses: ReadonlyMap<string, string>;
  /** How many of the marks before a deadline are passed. */
  marks: ReadonlyMap<string, number>;
  notifications: ReadonlySet<string> | undefined;
};

export const NOTHING_HEARD: Heard = { statuses: new Map(), marks: new Map(), notifications: undefined };

/** ms before a deadline; the last is the deadline itself. */
const MARKS = [DAY, HOUR, 0];

/** One sentence for each fact that is new since what was heard; what is seen for the first time is on the page and is not said. */
export const newFacts = (heard: Heard, { sales, bell, now }: Told): { heard: Heard; sentences: string[] } => {
  const sentences: string[] = [];
  const [statuses, marks] = [new Map(heard.statuses), new Map(heard.marks)];
  const changed = new Set<string>();
  for (const { _id, displayStatus, listing, needs } of sales) {
    const before = statuses.get(_id);
    statuses.set(_id, displayStatus);
    if (before !== undefined && before !== displayStatus) {
      changed.add(_id);
      sentences.push(`${listing.title} is now: ${statusLabel(displayStatus)}.`);
    }
    for (const { kind, dueAt } of needs) {
      const key = `${_id} ${kind} ${dueAt}`;
      const passed = MARKS.filter((mark) => Date.parse(dueAt) - now <= mark).length;
      const earlier = marks.get(key);
      marks.set(key, passed);
      if (earlier === undefined || passed <= earlier) continue;
      const { before: until, button } = NEEDS[kind];
      const last = passed === 2 ? 'last call. ' : '';
      const words =
        passed === MARKS.length ? `the time to answer is over (${button})` : `${last}${until} ${dueTime(dueAt)}`;
      sentences.push(`${listing.title}: ${words}.`);
    }
  }
  const unread = bell?.notifications.filter(({ read }) => !read) ?? [];
  const known = heard.notifications;
  // what the page of the sale has said already is not said twice
  for (const { _id, content, transaction } of unread)
    if (known && !known.has(_id) && !(transaction && changed.has(transaction._id))) sentences.push(content);
  const notifications = bell ? new Set([...(known ?? []), ...unread.map(({ _id }) => _id)]) : known;
  return { heard: { statuses, marks, notifications }, sentences };
};
