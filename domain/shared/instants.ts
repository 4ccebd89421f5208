/** Epoch milliseconds. The domain has no clock: a command carries `at`, a deadline is an instant inside an event. */
export type Instant = number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
