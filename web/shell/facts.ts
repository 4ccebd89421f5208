import type { OwnReport } from '#application/contract/moderation.ts';
import type { NotificationPage } from '#application/contract/notifications.ts';
import type { PriceOffer } from '#application/contract/priceOffers.ts';
import type { TransactionView } from '#application/contract/transactions.ts';
import { OFFER_ACTIONS, REQUIRED_ACTIONS } from '#domain/notifications/requiredActions.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { askedOf } from '../api/offers.ts';
import { statusLabel } from '../ui/Badge.tsx';
import { dueTime } from '../ui/dates.ts';
import { neededIn, type Stated } from '../ui/moneySentences.ts';

type Transaction = Stated & Pick<TransactionView, '_id' | 'listing' | 'needs'>;

/** The page's query data at one moment; undefined where no page asked. `now`: server time in ms. */
export type Told = {
  sales: readonly Transaction[];
  offers: readonly PriceOffer[] | undefined;
  reports: readonly OwnReport[] | undefined;
  bell: NotificationPage | undefined;
  now: number;
};

/** What was announced, or known when the page opened. */
export type Heard = {
  statuses: ReadonlyMap<string, string>;
  /** How many warning marks of a deadline have passed. */
  marks: ReadonlyMap<string, number>;
  /** As last fetched: deadlines keep running where no page shows them. */
  offers: readonly PriceOffer[];
  reports: readonly OwnReport[];
  notifications: ReadonlySet<string> | undefined;
};

export const NOTHING_HEARD: Heard = {
  statuses: new Map(),
  marks: new Map(),
  offers: [],
  reports: [],
  notifications: undefined,
};

/** ms before a deadline; the last mark is the deadline. */
const MARKS = [DAY, HOUR, 0];

const passedBefore = (dueAt: string, now: number): number =>
  MARKS.filter((mark) => Date.parse(dueAt) - now <= mark).length;

/**
 * One sentence per new fact since the last call; facts seen for the first time are on the page and are not
 * announced.
 */
export const newEvents = (heard: Heard, told: Told): { heard: Heard; sentences: string[] } => {
  const { sales: transactions, bell, now } = told;
  const offers = told.offers ?? heard.offers;
  const reports = told.reports ?? heard.reports;
  const sentences: string[] = [];
  const [statuses, marks] = [new Map(heard.statuses), new Map(heard.marks)];
  const changed = new Set<string>();
  /** `over`: undefined where a notification says it. */
  const due = (key: string, dueAt: string, words: { title: string; by: string; over: string | undefined }) => {
    const passed = passedBefore(dueAt, now);
    const earlier = marks.get(key);
    marks.set(key, passed);
    if (earlier === undefined || passed <= earlier) return;
    const { title, by, over } = words;
    const last = passed === 2 ? 'last call. ' : '';
    const said = passed === MARKS.length ? over : `${last}${by}`;
    if (said) sentences.push(`${title}: ${said}`);
  };
  for (const sale of transactions) {
    const { _id, displayStatus, listing, needs } = sale;
    const before = statuses.get(_id);
    statuses.set(_id, displayStatus);
    if (before !== undefined && before !== displayStatus) {
      changed.add(_id);
      sentences.push(`${listing.title} is now: ${statusLabel(displayStatus)}.`);
    }
    for (const need of needs) {
      const over = `the time to answer has passed (${REQUIRED_ACTIONS[need.kind]}).`;
      const { by } = neededIn(sale, need, now);
      due(`${_id} ${need.kind} ${need.dueAt}`, need.dueAt, { title: listing.title, by, over });
    }
  }
  for (const offer of offers) {
    const asked = askedOf(offer);
    if (!asked) continue;
    const { _id, listing, until } = offer;
    const { before, button } = OFFER_ACTIONS[asked];
    const over = asked === 'answer' ? `the time to answer has passed (${button}).` : undefined;
    due(`${_id} ${asked} ${until}`, until, { title: listing.title, by: `${before} ${dueTime(until)}.`, over });
  }
  for (const { listing, case: no, decision, mayComplain } of reports) {
    if (!mayComplain || !decision) continue;
    due(`${listing._id} ${no} complain`, decision.complainUntil, {
      title: listing.title,
      by: `You can complain until ${dueTime(decision.complainUntil)}.`,
      over: 'the time to complain has passed.',
    });
  }
  const unread = bell?.notifications.filter(({ read }) => !read) ?? [];
  const known = heard.notifications;
  // the page of the sale has already announced it
  for (const { _id, content, transaction } of unread)
    if (known && !known.has(_id) && !(transaction && changed.has(transaction._id))) sentences.push(content);
  const notifications = bell ? new Set([...(known ?? []), ...unread.map(({ _id }) => _id)]) : known;
  return { heard: { statuses, marks, offers, reports, notifications }, sentences };
};
