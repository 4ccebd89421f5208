import type { Query } from '@tanstack/react-query';

/**
 * Asked again every so often once there is an answer. Before, a failure stays until somebody tries again or comes back to the page, or
 * the server wakes it: with each question of its own the screen would go back to waiting, and fail again.
 */
export const askedAgain =
  (everyMs: number) =>
  ({ state }: { state: Pick<Query['state'], 'status' | 'data'> }): number | false =>
    state.status === 'error' && state.data === undefined ? false : everyMs;
