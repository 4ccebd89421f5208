import { DAY, type Instant } from '../shared/instants.ts';

/** Prices are told from so many sales on: of fewer, one would be somebody's. */
export const LEAST_TRANSACTIONS = 5;

/** The last year: as many days back, today included. */
export const SOLD_DAYS = 365;

/** The day of an instant in UTC: sales are known by their day alone. */
export const dayOf = (at: Instant): number => Math.floor(at / DAY);

/** What is like an offer, the nearest first: the same paint, any paint of its faction, all of its game. */
export const SOLD_GROUPS = ['paintQuality', 'faction', 'franchise'] as const;
export type SoldGroup = (typeof SOLD_GROUPS)[number];
