import { displayedTerms, type Promised } from '#domain/transactions/limits.ts';

/** The escrow can be paused only in its last hours. */
export const pauseOpensAt = (transaction: Promised, escrowEndsAt: string): string =>
  new Date(Date.parse(escrowEndsAt) - displayedTerms(transaction).pauseWindow).toISOString();
