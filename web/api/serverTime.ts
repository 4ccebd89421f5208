import { SECOND } from '#domain/shared/instants.ts';

/** Answers take time and `Date` has whole seconds: smaller differences do not count. */
const LEAST = 5 * SECOND;

let ahead = 0;

/** Deadlines use the server's clock, so wrong device clocks and demo clocks show the same time left. */
export const serverNow = (): number => Date.now() + ahead;

/** Adopts the server's time from the `Date` header. */
export const sawDate = (date: string | null): void => {
  const difference = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < LEAST ? 0 : difference;
};
