import { z } from 'zod';

// Formatting is in a file without zod, for the browser's first page.
export { type Cents, formatCents, formatEuros, parseEuros, toEuros } from './euros.ts';

export const cents = z.int().nonnegative();
