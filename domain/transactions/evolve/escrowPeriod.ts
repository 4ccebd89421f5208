import type { Instant } from '../../shared/instants.ts';
import { type Hold, holdsOf, type Transaction } from '../state.ts';
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
export const endedByBuyer = (transaction: Transaction, own: Hold): Pick<Transaction, 'endedByBuyer'> => {
  const others = holdsOf(transaction).filter((hold) => hold !== own);
  const inspected = own === 'disputed' && transaction.return === 'shipped';
  const goesOn = others.every((hold) => hold === 'returning' && inspected);
  return { endedByBuyer: transaction.endedByBuyer + (goesOn ? 1 : 0) };
};

/** The first hold brings what was left; a second one finds the clock frozen and changes nothing. */
export const frozen = ({ remaining }: { remaining: number | null }): Change =>
  remaining === null ? {} : { clock: null, remaining };

/** What stops the inspection of a return keeps what was left of it. */
export const inspectionStops = ({ at }: { at: Instant }, transaction: Transaction): Change =>
  transaction.return === 'shipped' && transaction.inspectionLeft === null && transaction.returnInspectBy !== null
    ? { inspectionLeft: Math.max(0, transaction.returnInspectBy - at) }
    : {};

const pauseEnded = ({ at }: { at: Instant }, transaction: Transaction): Change => ({
  pausedBefore: transaction.pausedBefore + at - (transaction.pausedSince ?? at),
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
  ReleaseRevoked: (_, transaction) => ({ payout: { ...transaction.payout, runAt: null, retryAt: null } }),
  EscrowPaused: ({ at, remaining, remindAt, limitAt }) => ({
    ...frozen({ remaining }),
    pausedSince: at,
    pauseRemindAt: remindAt,
    pauseLimitAt: limitAt,
  }),
  EscrowResumed: (data, transaction) => ({ ...pauseEnded(data, transaction), ...endedByBuyer(transaction, 'paused') }),
  PauseExpired: pauseEnded,
  EscrowClockResumed: running,
} satisfies Partial<Evolutions>;
