import type { Cents } from '../shared/money.ts';

/** Item prices in cents, €0.01 to €40,000. They limit listings, so they are not terms of a transaction. */
export const LEAST_PRICE: Cents = 1;
export const MOST_PRICE: Cents = 4_000_000;
