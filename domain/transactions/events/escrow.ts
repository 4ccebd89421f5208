import { z } from 'zod';
import { firstVersion } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { endedByBuyer, escrowOver, frozen, pauseEnded, running } from '../evolve/escrowPeriod.ts';
import { instant, text } from './fields.ts';
import { event } from './sheet.ts';

export const escrow = {
  /** `toSeller` and `fee` leave escrow for the seller and the marketplace. */
  EscrowReleased: event(
    firstVersion({ by: z.enum(['buyer', 'timer', 'staff', 'settlement']), toSeller: cents, fee: cents }),
    {
      news: 'follows',
      evolve: ({ by, toSeller, fee }) => ({ ...escrowOver, released: { by, toSeller, fee } }),
      moves: ({ toSeller, fee }) => ({ inEscrow: -toSeller - fee, payable: toSeller, feeTaken: fee }),
    },
  ),
  ReleaseRevoked: event(firstVersion({ toSeller: cents, fee: cents }), {
    news: 'follows',
    evolve: (_, transaction) => ({ payout: { ...transaction.payout, runAt: null, retryAt: null } }),
    moves: ({ toSeller, fee }) => ({ inEscrow: toSeller + fee, payable: -toSeller, feeTaken: -fee }),
  }),
  /** `remaining`: ms left on the frozen escrow clock. `limitAt`: the end of 30 days of pauses in total. */
  EscrowPaused: event(firstVersion({ reason: text, remaining: z.int(), remindAt: instant, limitAt: instant }), {
    news: 'said',
    evolve: ({ at, remaining, remindAt, limitAt }) => ({
      ...frozen({ remaining }),
      pausedSince: at,
      pauseRemindAt: remindAt,
      pauseLimitAt: limitAt,
    }),
    personal: { reason: 'sale.see.words' },
  }),
  EscrowResumed: event(firstVersion({}), {
    news: 'said',
    evolve: (data, transaction) => ({ ...pauseEnded(data, transaction), ...endedByBuyer(transaction, 'paused') }),
  }),
  PauseExpired: event(firstVersion({}), {
    news: 'deadline',
    evolve: pauseEnded,
  }),
  /** The last hold ended and the clock runs until `escrowEndsAt`: now + max(remaining, 74 h). */
  EscrowClockResumed: event(
    firstVersion({
      escrowEndsAt: instant,
      firstNoticeAt: instant,
      lastNoticeAt: instant,
    }),
    {
      news: 'follows',
      evolve: running,
      summary: ({ escrowEndsAt }) => ({ escrowEndsAt }),
    },
  ),
} as const;
