import { DAY, type Instant } from '../shared/instants.ts';

/** Fewer sales would reveal somebody's price. */
export const LEAST_TRANSACTIONS = 5;

/** One year, including today. */
export const SOLD_DAYS = 365;

/** UTC day number. Sales are published by day only. */
export const dayOf = (at: Instant): number => Math.floor(at / DAY);

/** Groups of similar listings, closest first: same paint quality, same faction, same game. */
export const SOLD_GROUPS = ['paintQuality', 'faction', 'franchise'] as const;
export type SoldGroup = (typeof SOLD_GROUPS)[number];
