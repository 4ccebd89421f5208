import { businessHour, isBusinessDay } from '../shared/businessDays.ts';
import type { Instant } from '../shared/instants.ts';
import type { PayoutRun } from './terms/terms.ts';

/** The payout run after an approval, or the first one after the bank account's waiting time. */
export const payoutRunAfterApproval = (at: Instant, heldUntil: Instant | null, payoutRun: PayoutRun): Instant =>
  Math.max(
    businessHour(at, payoutRun.run, payoutRun.hour),
    heldUntil === null ? 0 : nextPayoutRun(heldUntil, payoutRun),
  );

/** The first run at or after an instant. */
export const nextPayoutRun = (at: Instant, { hour }: PayoutRun): Instant => {
  const today = businessHour(at, 0, hour);
  return isBusinessDay(at) && at <= today ? today : businessHour(at, 1, hour);
};

/** When a due payout can leave: on a business day after the bank account's waiting time. */
export const payoutCanLeave = (dueAt: Instant, heldUntil: Instant | null, payoutRun: PayoutRun): Instant => {
  const open = isBusinessDay(dueAt) ? dueAt : nextPayoutRun(dueAt, payoutRun);
  return heldUntil !== null && heldUntil > open ? nextPayoutRun(heldUntil, payoutRun) : open;
};
