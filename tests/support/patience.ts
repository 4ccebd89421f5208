/** ms. A busy machine is not a failure: a condition is waited for so long, unless a test names a longer time. Whoever waits for it goes on as soon as it holds. */
export const PATIENCE = 60_000;
