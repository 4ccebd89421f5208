import type { Instant } from '../../shared/instants.ts';
import { type Hold, holdsOf, type Sale } from '../state.ts';
import type { Change, Evolutions } from './evolution.ts';

type Clock = { at: Instant; escrowEndsAt: Instant; firstNoticeAt: Instant; lastNoticeAt: Instant };

const running = ({ at, escrowEndsAt, firstNoticeAt, lastNoticeAt }: Clock): Change => {
  const ahead = (notice: Instant) => (notice > at ? notice : null);
  return {
    clock: { endsAt: escrowEndsAt, firstNoticeAt: ahead(firstNoticeAt), lastNoticeAt: ahead(lastNoticeAt) },
    remaining: null,
  };
};

/** The buyer has ended a hold of their own, and a clock goes on: that of the escrow, or what a dispute had stopped of an inspection. */
export const endedByBuyer = (sale: Sale, own: Hold): Pick<Sale, 'endedByBuyer'> => {
  const others = holdsOf(sale).filter((hold) => hold !== own);
  const inspected = own === 'disputed' && sale.return === 'shipped';
  const goesOn = others.every((hold) => hold === 'returning' && inspected);
  return { endedByBuyer: sale.endedByBuyer + (goesOn ? 1 : 0) };
};

/** The first hold brings what was left; a second one finds the clock frozen and changes nothing. */
export const frozen = ({ remaining }: { remaining: number | null }): Change =>
  remaining === null ? {} : { clock: null, remaining };

/** What stops the inspection of a return keeps what was left of it. */
export const inspectionStops = ({ at }: { at: Instant }, sale: Sale): Change =>
  sale.return === 'shipped' && sale.inspectionLeft === null && sale.returnInspectBy !== null
    ? { inspectionLeft: Math.max(0, sale.returnInspectBy - at) }
    : {};

const pauseEnded = ({ at }: { at: Instant }, sale: Sale): Change => ({
  pausedBefore: sale.pausedBefore + at - (sale.pausedSince ?? at),
  pausedSince: null,
  pauseRemindAt: null,
  pauseLimitAt: null,
});

/** Released, going back or charged back: the clock, a pause and an offer end with the escrow period. */
export const escrowOver: Change = {
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
  ShipmentConfirmed: (data) => ({ ...running(data), shippedAt: data.at }),
  DeliveryConfirmed: ({ at }) => ({ deliveredAt: at }),
  EscrowReleased: ({ by, toSeller, fee }) => ({ ...escrowOver, released: { by, toSeller, fee } }),
  ReleaseRevoked: (_, sale) => ({ payout: { ...sale.payout, runAt: null, retryAt: null } }),
  EscrowPaused: ({ at, remaining, remindAt, limitAt }) => ({
    ...frozen({ remaining }),
    pausedSince: at,
    pauseRemindAt: remindAt,
    pauseLimitAt: limitAt,
  }),
  EscrowResumed: (data, sale) => ({ ...pauseEnded(data, sale), ...endedByBuyer(sale, 'paused') }),
  PauseExpired: pauseEnded,
  EscrowClockResumed: running,
} satisfies Partial<Evolutions>;
