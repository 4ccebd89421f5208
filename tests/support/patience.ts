/**
 * ms. Upper bound for waiting on a condition, since a busy machine is not a failure; waiting ends as soon as the
 * condition holds.
 */
export const PATIENCE = 60_000;
