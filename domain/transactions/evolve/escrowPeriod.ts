import type { Instant } from '../../shared/instants.ts';
import type { Sale } from '../sale.ts';
import { type Evolutions, nothing } from './evolution.ts';

type Clock = { escrowEndsAt: Instant; firstNoticeAt: Instant; lastNoticeAt: Instant };

const running = ({ escrowEndsAt, firstNoticeAt, lastNoticeAt }: Clock): Partial<Sale> => ({
  clock: { endsAt: escrowEndsAt, firstNoticeAt, lastNoticeAt },
  remaining: null,
});

/** The first hold brings what was left; a second one finds the clock frozen and changes nothing. */
export const frozen = ({ remaining }: { remaining: number | null }): Partial<Sale> =>
  remaining === null ? {} : { clock: null, remaining };

const pauseEnded = ({ at }: { at: Instant }, sale: Sale): Partial<Sale> => ({
  pausedBefore: sale.pausedBefore + at - (sale.pausedSince ?? at),
  pausedSince: null,
  pauseRemindAt: null,
  pauseLimitAt: null,
});

/** Released, going back or charged back: the clock, a pause and an offer end with the escrow period. */
export const escrowOver: Partial<Sale> = {
  clock: null,
  remaining: null,
  pausedSince: null,
  pauseRemindAt: null,
  pauseLimitAt: null,
  offer: null,
};

export const escrowPeriod = {
  ShipmentDeadlineMissed: () => ({ cancelledBy: 'system' }),
  ShipmentClockResumed: ({ shipBy, shipReminderAt }) => ({ shipBy, shipReminderAt }),
  ShipmentConfirmed: (data) => ({ ...running(data), shippedAt: data.at, policyVersion: data.policyVersion }),
  DeliveryConfirmed: nothing,
  EscrowReleased: ({ by, toSeller, fee }, sale) => ({
    ...escrowOver,
    released: { by, toSeller, fee },
    feeTaken: sale.feeTaken + fee,
  }),
  ReleaseRevoked: ({ fee }, sale) => ({
    feeTaken: sale.feeTaken - fee,
    payout: { ...sale.payout, runAt: null, retryAt: null },
  }),
  EscrowPaused: ({ at, remaining, remindAt, limitAt }) => ({
    ...frozen({ remaining }),
    pausedSince: at,
    pauseRemindAt: remindAt,
    pauseLimitAt: limitAt,
  }),
  EscrowResumed: pauseEnded,
  PauseExpired: pauseEnded,
  EscrowClockResumed: running,
} satisfies Partial<Evolutions>;
