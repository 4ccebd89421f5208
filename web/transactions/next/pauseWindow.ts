import { PAUSE_WINDOW } from '#domain/transactions/policy.ts';

/** The escrow can be paused only in its last 74 hours. */
export const pauseOpensAt = (escrowEndsAt: string): string =>
  new Date(Date.parse(escrowEndsAt) - PAUSE_WINDOW).toISOString();
