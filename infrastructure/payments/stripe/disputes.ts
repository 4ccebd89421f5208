import type Stripe from 'stripe';
import type { ChargebackState } from '#application/ports/payments.ts';
import type { Cents } from '#domain/shared/money.ts';
import { known } from './calls.ts';

/** The statuses known to the SDK, without its open `string`. */
type Known<Status> = Status extends string ? (string extends Status ? never : Status) : never;

/**
 * `inquiry`: the bank only asks, and no money moves. `prevented`: refunded before it became a dispute, or nothing was
 * taken; the movements decide. During an appeal the money stays withdrawn, so nothing changes after `lost`.
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

/** The largest amount withdrawn at any time; reinstated money is reported separately. */
export const mostWithdrawn = (dispute: Stripe.Dispute): Cents => mostOf(movementsOf(dispute)) || dispute.amount;

/** Everything reinstated so far; the whole amount if there are no movements. */
export const reinstatedBy = (dispute: Stripe.Dispute): Cents => {
  const movements = movementsOf(dispute);
  return mostOf(movements) + sum(movements) || dispute.amount;
};

/** The amount still withdrawn and the amount reinstated; without movements, the disputed amount. */
const lost = (dispute: Stripe.Dispute): ChargebackState => {
  const movements = movementsOf(dispute);
  const kept = -sum(movements);
  if (kept <= 0) return { state: 'lost', amount: dispute.amount };
  const back = mostOf(movements) - kept;
  return { state: 'lost', amount: kept, ...(back > 0 && { back }) };
};

/** Whether everything was reinstated: a bank may still return money after deciding, without a new status. */
const isPutBack = (dispute: Stripe.Dispute): boolean => {
  const movements = movementsOf(dispute);
  return movements.length > 1 && sum(movements) >= 0;
};

/** What the bank asks for. `due_by` is 0 if it takes no evidence. */
export const askedBy = ({ reason, evidence_details: { due_by: due } }: Stripe.Dispute) => ({
  reason,
  respondBy: due ? due * 1_000 : null,
});

/** Undefined for an inquiry. An unknown status holds the money until staff look at it. */
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
    if (!dispute) return undefined;
    const state = stateOf(dispute);
    return state?.state === 'open' ? { ...state, ...askedBy(dispute) } : state;
  },
});
