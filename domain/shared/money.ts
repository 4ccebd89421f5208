import { z } from 'zod';

// The words for amounts stand in a file without zod, for the first page of the browser.
export { type Cents, formatCents, formatEuros, parseEuros, toEuros } from './euros.ts';

export const cents = z.int().nonnegative();
