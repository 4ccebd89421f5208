import { DAY, type Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';

/** A price is reduced if it is below every price of this period. */
export const REDUCED_FROM_WITHIN = 30 * DAY;

/** Former prices, the current one last (`until`: null). Only prices that a reduction can be compared with. */
export type Asked = readonly { price: Cents; until: Instant | null }[];

const recent = (asked: Asked, at: Instant): Asked =>
  asked.filter(({ until }) => until === null || until > at - REDUCED_FROM_WITHIN);

/** Adds a price. Earlier prices that are not lower no longer matter, so the list stays short. */
export const askedNow = (asked: Asked, price: Cents, at: Instant): Asked => {
  if (asked.at(-1)?.price === price) return asked;
  const before = recent(asked, at).map((one) => ({ ...one, until: one.until ?? at }));
  return [...before.filter((one) => one.price < price), { price, until: null }];
};

/**
 * The lowest price of the thirty days before, so nobody can raise a price first and then "reduce" it. Null if the new
 * price is no reduction.
 */
export const reducedFrom = (asked: Asked, price: Cents, at: Instant): Cents | null => {
  const before = recent(asked, at);
  const lowest = Math.min(...before.map((one) => one.price));
  return before.length > 0 && price < lowest ? lowest : null;
};
