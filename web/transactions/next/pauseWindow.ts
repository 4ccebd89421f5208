import { type Promised, shownPolicy } from '#domain/transactions/limits.ts';

/** The escrow can be paused only in its last hours. */
export const pauseOpensAt = (sale: Promised, escrowEndsAt: string): string =>
  new Date(Date.parse(escrowEndsAt) - shownPolicy(sale).pauseWindow).toISOString();
