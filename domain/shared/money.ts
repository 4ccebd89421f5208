import { z } from 'zod';

// The words for amounts stand in a file without zod, for the first page of the browser.
export { formatCents, formatEuros, parseEuros, toEuros } from './euros.ts';

/** Integer euro cents. Floats never touch money; euros with two decimals exist only at the HTTP edge. */
export type Cents = number;

export const cents = z.int().nonnegative();
