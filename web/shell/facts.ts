import type { OwnReport } from '#application/contract/notices.ts';
import type { NotificationPage } from '#application/contract/notifications.ts';
import type { PriceProposal } from '#application/contract/priceProposals.ts';
import type { Transaction } from '#application/contract/transactions.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { NEEDS } from '#domain/telling/needs.ts';
import { OFFER_NEEDS } from '#domain/telling/offerNeeds.ts';
import { askedOf } from '../api/offers.ts';
import { statusLabel } from '../ui/Badge.tsx';
import { dueTime } from '../ui/dates.ts';
import { neededIn, type Stated } from '../ui/moneySentences.ts';

type Sale = Stated & Pick<Transaction, '_id' | 'listing' | 'needs'>;

/** What the answers that a page has say at one moment; undefined what no page has asked for. `now` in ms of the server. */
export type Told = {
  sales: readonly Sale[];
  offers: readonly PriceProposal[] | undefined;
  reports: readonly OwnReport[] | undefined;
  bell: NotificationPage | undefined;
  now: number;
};

/** What somebody has heard, or found when they came. */
export type Heard = {
  statuses: ReadonlyMap<string, string>;
  /** How many of the marks before a deadline are passed. */
  marks: ReadonlyMap<string, number>;
  /** As they stood when a page asked last: their time runs on where no page shows them. */
  offers: readonly PriceProposal[];
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

/** ms before a deadline; the last is the deadline itself. */
const MARKS = [DAY, HOUR, 0];

/** How many of the marks before it are passed. */
const passedBefore = (dueAt: string, now: number): number =>
  MARKS.filter((mark) => Date.parse(dueAt) - now <= mark).length;

/** One sentence for each fact that is new since what was heard; what is seen for the first time is on the page and is not said. */
export const newFacts = (heard: Heard, told: Told): { heard: Heard; sentences: string[] } => {
  const { sales, bell, now } = told;
  const offers = told.offers ?? heard.offers;
  const reports = told.reports ?? heard.reports;
  const sentences: string[] = [];
  const [statuses, marks] = [new Map(heard.statuses), new Map(heard.marks)];
  const changed = new Set<string>();
  /** `over`: undefined where the bell says that it is. */
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
  for (const sale of sales) {
    const { _id, displayStatus, listing, needs } = sale;
    const before = statuses.get(_id);
    statuses.set(_id, displayStatus);
    if (before !== undefined && before !== displayStatus) {
      changed.add(_id);
      sentences.push(`${listing.title} is now: ${statusLabel(displayStatus)}.`);
    }
    for (const need of needs) {
      const over = `the time to answer is over (${NEEDS[need.kind]}).`;
      const { by } = neededIn(sale, need, now);
      due(`${_id} ${need.kind} ${need.dueAt}`, need.dueAt, { title: listing.title, by, over });
    }
  }
  for (const offer of offers) {
    const asked = askedOf(offer);
    if (!asked) continue;
    const { _id, listing, until } = offer;
    const { before, button } = OFFER_NEEDS[asked];
    const over = asked === 'answer' ? `the time to answer is over (${button}).` : undefined;
    due(`${_id} ${asked} ${until}`, until, { title: listing.title, by: `${before} ${dueTime(until)}.`, over });
  }
  for (const { listing, case: no, decision, mayComplain } of reports) {
    if (!mayComplain || !decision) continue;
    due(`${listing._id} ${no} complain`, decision.complainUntil, {
      title: listing.title,
      by: `You can complain until ${dueTime(decision.complainUntil)}.`,
      over: 'the time to complain is over.',
    });
  }
  const unread = bell?.notifications.filter(({ read }) => !read) ?? [];
  const known = heard.notifications;
  // what the page of the sale has said already is not said twice
  for (const { _id, content, transaction } of unread)
    if (known && !known.has(_id) && !(transaction && changed.has(transaction._id))) sentences.push(content);
  const notifications = bell ? new Set([...(known ?? []), ...unread.map(({ _id }) => _id)]) : known;
  return { heard: { statuses, marks, offers, reports, notifications }, sentences };
};
