import type { Instant } from '../../shared/instants.ts';
import { type Hold, holdsOf, type Transaction } from '../state.ts';
import type { Change } from './change.ts';

type Clock = { at: Instant; escrowEndsAt: Instant; firstNoticeAt: Instant; lastNoticeAt: Instant };

export const running = ({ at, escrowEndsAt, firstNoticeAt, lastNoticeAt }: Clock): Change => {
  const ahead = (notice: Instant) => (notice > at ? notice : null);
  return {
    clock: { endsAt: escrowEndsAt, firstNoticeAt: ahead(firstNoticeAt), lastNoticeAt: ahead(lastNoticeAt) },
    remaining: null,
  };
};

/** Counts holds that the buyer ended so that a clock runs on: the escrow, or an inspection that a dispute stopped. */
export const endedByBuyer = (transaction: Transaction, own: Hold): Pick<Transaction, 'endedByBuyer'> => {
  const others = holdsOf(transaction).filter((hold) => hold !== own);
  const inspected = own === 'disputed' && transaction.return === 'shipped';
  const goesOn = others.every((hold) => hold === 'returning' && inspected);
  return { endedByBuyer: transaction.endedByBuyer + (goesOn ? 1 : 0) };
};

/** The first hold freezes the remaining time; a second one finds it frozen and changes nothing. */
export const frozen = ({ remaining }: { remaining: number | null }): Change =>
  remaining === null ? {} : { clock: null, remaining };

/** Freezes the remaining time of a return inspection. */
export const inspectionStops = ({ at }: { at: Instant }, transaction: Transaction): Change =>
  transaction.return === 'shipped' && transaction.inspectionLeft === null && transaction.returnInspectBy !== null
    ? { inspectionLeft: Math.max(0, transaction.returnInspectBy - at) }
    : {};

export const pauseEnded = ({ at }: { at: Instant }, transaction: Transaction): Change => ({
  pausedBefore: transaction.pausedBefore + at - (transaction.pausedSince ?? at),
  pausedSince: null,
  pauseRemindAt: null,
  pauseLimitAt: null,
});

/** A release, refund or chargeback ends the escrow period, and with it the clock, a pause and an offer. */
export const escrowOver: Change = {
  clock: null,
  remaining: null,
  pausedSince: null,
  pauseRemindAt: null,
  pauseLimitAt: null,
  offer: null,
};
