import { SECOND } from '#domain/shared/instants.ts';

/** An answer takes a while, and its `Date` has whole seconds: less than this is no difference. */
const LEAST = 5 * SECOND;

let ahead = 0;

/** Deadlines are the server's: a device that goes wrong, or a clock that was moved in a demonstration, shows the same time left. */
export const serverNow = (): number => Date.now() + ahead;

/** Takes over the server's time from the `Date` of an answer. */
export const sawDate = (date: string | null): void => {
  const difference = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < LEAST ? 0 : difference;
};
