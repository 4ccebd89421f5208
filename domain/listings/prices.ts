import { DAY, type Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';

/** A price is reduced when it is below all that was asked within so long before. */
export const REDUCED_FROM_WITHIN = 30 * DAY;

/** What was asked, the present price last; `until`: null of that one. Only prices that a reduction can be measured by. */
export type Asked = readonly { price: Cents; until: Instant | null }[];

const recent = (asked: Asked, at: Instant): Asked =>
  asked.filter(({ until }) => until === null || until > at - REDUCED_FROM_WITHIN);

/** With a price from an instant on. A dearer one that came before a cheaper one measures nothing any more, so the list stays short. */
export const askedNow = (asked: Asked, price: Cents, at: Instant): Asked => {
  if (asked.at(-1)?.price === price) return asked;
  const before = recent(asked, at).map((one) => ({ ...one, until: one.until ?? at }));
  return [...before.filter((one) => one.price < price), { price, until: null }];
};

/**
 * From what a price would be reduced at an instant: the lowest that was asked within the thirty days before, so that nothing is raised first
 * to be reduced. Null where it is no reduction.
 */
export const reducedFrom = (asked: Asked, price: Cents, at: Instant): Cents | null => {
  const before = recent(asked, at);
  const lowest = Math.min(...before.map((one) => one.price));
  return before.length > 0 && price < lowest ? lowest : null;
};
