import type Stripe from 'stripe';
import type { ChargebackState } from '#application/ports/payments.ts';
import type { Cents } from '#domain/shared/money.ts';
import { known } from './calls.ts';

/** The statuses that the SDK knows, without the text that it leaves room for. */
type Known<Status> = Status extends string ? (string extends Status ? never : Status) : never;

/**
 * `inquiry`: the bank only asks, and no money moves. `prevented`: the payer had it back before it became a dispute, or nothing was taken;
 * the money says which. While an appeal is looked at its money stays withdrawn: whoever heard that it was lost hears nothing new.
 */
const MEANING: Readonly<Record<Known<Stripe.Dispute.Status>, ChargebackState['state'] | 'inquiry' | 'prevented'>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  prevented: 'prevented',
  won: 'won',
  lost: 'lost',
};

const movementsOf = ({ balance_transactions: movements, currency }: Stripe.Dispute): Cents[] =>
  movements.filter((movement) => movement.currency === currency).map(({ amount }) => amount);
const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

const mostOf = (movements: readonly Cents[]): Cents => {
  let moved = 0;
  let most = 0;
  for (const amount of movements) {
    moved += amount;
    most = Math.max(most, -moved);
  }
  return most;
};

/** The most that it had at any time: what was put back since is told as such. */
export const takenAtMost = (dispute: Stripe.Dispute): Cents => mostOf(movementsOf(dispute)) || dispute.amount;

/** All that of this has been put back, in however many steps; the whole where no movement tells. */
export const reinstatedBy = (dispute: Stripe.Dispute): Cents => {
  const movements = movementsOf(dispute);
  return mostOf(movements) + sum(movements) || dispute.amount;
};

/** What it still has of what it took from the balance, and what it has put back; what was asked for where no movement tells. */
const lost = (dispute: Stripe.Dispute): ChargebackState => {
  const movements = movementsOf(dispute);
  const kept = -sum(movements);
  if (kept <= 0) return { state: 'lost', amount: dispute.amount };
  const back = mostOf(movements) - kept;
  return { state: 'lost', amount: kept, ...(back > 0 && { back }) };
};

/** All that was taken: a bank that has decided may still pay it back, and the status stays. */
const isPutBack = (dispute: Stripe.Dispute): boolean => {
  const movements = movementsOf(dispute);
  return movements.length > 1 && sum(movements) >= 0;
};

/** Undefined: an inquiry. A status of a later Stripe is one that somebody has to look at, so the money is held. */
export const stateOf = (dispute: Stripe.Dispute): ChargebackState | undefined => {
  const meaning = Object.hasOwn(MEANING, dispute.status) ? MEANING[dispute.status as keyof typeof MEANING] : 'open';
  switch (meaning) {
    case 'inquiry':
      return undefined;
    case 'prevented':
      return sum(movementsOf(dispute)) < 0 ? lost(dispute) : { state: 'won', amount: dispute.amount };
    case 'lost':
      return isPutBack(dispute) ? { state: 'won', amount: dispute.amount } : lost(dispute);
    default:
      return { state: meaning, amount: dispute.amount };
  }
};

export const openDisputes = (stripe: Stripe) => ({
  ask: async (id: string): Promise<ChargebackState | undefined> => {
    const dispute = await known(() => stripe.disputes.retrieve(id));
    return dispute && stateOf(dispute);
  },
});
