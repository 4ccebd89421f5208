import type { Instant } from '../shared/instants.ts';
import type { DeadlineKind } from '../transactions/commands.ts';
import type { Promised } from '../transactions/limits.ts';
import type { MoneyState } from '../transactions/moneyState.ts';
import type { Hold } from '../transactions/state.ts';
import { termsOf } from '../transactions/terms/termsText.ts';

/** A state, the person who reads about it, and how a screen or an email writes an instant. */
type About = MoneyState & { reader: 'buyer' | 'seller'; when: (instant: Instant) => string };

const WHY: { readonly [Each in Hold]: string } = {
  disputed: 'a dispute is open',
  returning: 'a return is open',
  chargeback: 'the buyer’s bank asks the payment back',
  staff: 'our staff look at the sale',
  paused: 'the buyer has paused it',
};
/** The hold that says most comes first. */
const ORDER = Object.keys(WHY) as Hold[];

const whyHeld = ({ holds }: Pick<MoneyState, 'holds'>, but?: Hold): string | undefined => {
  const hold = ORDER.find((each) => each !== but && holds.includes(each));
  return hold && WHY[hold];
};

const dueAt = ({ deadlines }: MoneyState, ...kinds: DeadlineKind[]): Instant | undefined =>
  deadlines.find(({ kind }) => kinds.includes(kind))?.dueAt;

/** What a buyer is promised before any state exists. */
export const escrowPromise = (transaction: Promised): string =>
  `We hold your payment in escrow. It goes to the seller when you confirm the arrival, or ${termsOf(transaction).escrow} after shipment unless something stops the clock.`;

export const refundTime = (transaction: Promised): string => `Refunds usually take ${termsOf(transaction).refund}.`;

/**
 * A sentence about the money of a transaction, made from its terms and its state: the same on screens and in emails. Undefined where it
 * has nothing true to say. Each is a function of its own, so that a browser loads no other.
 */
export type MoneySentence = (about: About) => string | undefined;

/** Of a purchase that is paid: what the seller does next. */
export const shipment: MoneySentence = (about) => {
  const shipBy = dueAt(about, 'shipment');
  if (shipBy !== undefined)
    return about.reader === 'seller'
      ? `Ship it and confirm the shipment by ${about.when(shipBy)}. If you do not, the sale is cancelled and the buyer is refunded.`
      : `The seller has until ${about.when(shipBy)} to ship it; otherwise you get everything back, the fee included.`;
  const why = about.status === 'AWAIT_SHIPPING' && whyHeld(about);
  if (!why) return undefined;
  return about.reader === 'seller'
    ? `Do not ship it now, because ${why}. If the sale goes on, you get the whole time to ship again.`
    : `It cannot be shipped now, because ${why}.`;
};

export const clock: MoneySentence = (about) => {
  const end = dueAt(about, 'escrowEnd');
  if (end !== undefined)
    return `The escrow ends on ${about.when(end)}. If nobody acts, the money then goes to ${about.reader === 'seller' ? 'you' : 'the seller'}.`;
  const why = about.status === 'IN_ESCROW' && whyHeld(about);
  return why ? `The clock of the escrow stands still, because ${why}.` : undefined;
};

export const pause: MoneySentence = (about) => {
  const limit = dueAt(about, 'pauseLimit');
  if (limit === undefined) return undefined;
  const opens = about.holds.includes('disputed') || about.holds.includes('returning') ? '' : ', and a dispute opens';
  return `The money stays in escrow meanwhile. If nobody acts, the pause ends on ${about.when(limit)}${opens}.`;
};

/** Once a return has lapsed. */
export const clockAfterReturn: MoneySentence = (about) => {
  const why = whyHeld(about, 'returning');
  return why
    ? `The clock of the escrow still stands then, because ${why}.`
    : `The clock of the escrow then runs again with at least ${termsOf(about).pauseWindow} left.`;
};

export const inspection: MoneySentence = (about) => {
  const end = dueAt(about, 'returnInspection');
  if (end !== undefined)
    return `Confirm that it arrived, or say what is wrong, by ${about.when(end)}. If you do neither, it counts as received and the buyer is refunded.`;
  const why = whyHeld(about, 'returning');
  return why ? `Your time to look at it stands still, because ${why}.` : undefined;
};

/** Where the money of an open dispute is. */
export const disputedFunds: MoneySentence = ({ status, holds }) => {
  if (!holds.includes('disputed')) return undefined;
  return status === 'IN_ESCROW'
    ? 'The funds stay in escrow while it is open.'
    : 'The funds had been released, and are in escrow again while it is open.';
};

export const dispute: MoneySentence = (about) => {
  const answerBy = dueAt(about, 'disputeAnswer');
  if (answerBy !== undefined)
    return about.reader === 'seller'
      ? `You have until ${about.when(answerBy)} to accept the claim, make an offer or contest it. If you stay silent, our staff decide without you.`
      : `The seller has until ${about.when(answerBy)} to answer. If the two of you find no agreement, our staff decide.`;
  const decideBy = dueAt(about, 'disputeReview');
  if (decideBy !== undefined) return `Our staff aim to decide by ${about.when(decideBy)}.`;
  return about.holds.includes('disputed') ? 'Our staff look at it and decide.' : undefined;
};

export const hold: MoneySentence = ({ status, holds }) => {
  if (status === 'REFUND_BUYER') return 'The refund has begun and goes on meanwhile, as far as the bank lets it.';
  if (status === 'PAYOUT_INITIATED') return 'The payout has begun and goes on meanwhile.';
  return holds.includes('chargeback')
    ? 'The money stays where it is until the bank has decided; we write again then.'
    : 'Nothing is paid out to the seller until this has ended; we write again then.';
};

/** Of released money: when it leaves. */
export const payout: MoneySentence = (about) => {
  const whom = about.reader === 'seller' ? 'your' : 'the seller’s';
  const leaves = dueAt(about, 'payoutRun', 'payoutRetry');
  if (leaves !== undefined) return `It leaves for ${whom} bank account on ${about.when(leaves)}.`;
  if (about.status !== 'ESCROW_COMPLETED' && about.status !== 'READY_FOR_PAYOUT') return undefined;
  const why = whyHeld(about);
  return why ? `Nothing is paid out while ${why}.` : `It is paid out once ${whom} bank account is verified.`;
};

/** Of released money: how the buyer can still get it back into escrow. */
export const reclaim: MoneySentence = (about) => {
  const { reclaim, reader } = about;
  if (!reclaim) return undefined;
  const who = reader === 'buyer' ? 'You' : 'The buyer';
  const can = reclaim.how === 'appeal' ? 'appeal against the decision' : 'open a dispute';
  const leaves = dueAt(about, 'payoutRun', 'payoutRetry');
  const ends = [reclaim.until, leaves].filter((end) => typeof end === 'number');
  if (ends.length === 0) return `${who} can still ${can} until the payout begins.`;
  const before = leaves === undefined ? ', and before the payout begins' : '';
  return `${who} can still ${can} until ${about.when(Math.min(...ends))}${before}.`;
};

export const retryOfRefund: MoneySentence = (about) => {
  const retry = dueAt(about, 'refundRetry', 'duplicateRetry');
  if (retry !== undefined) return `We try again on ${about.when(retry)}; you do not have to do anything.`;
  return about.holds.includes('chargeback')
    ? 'We try again once the bank has decided what it asks back.'
    : 'Our staff take care of it and write to you if they need anything.';
};
