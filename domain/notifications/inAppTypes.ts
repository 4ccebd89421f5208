import type { ReviewEvent } from '../reviews/review.ts';
import { formatSum } from '../shared/currencies.ts';
import { formatCents } from '../shared/euros.ts';
import { isReferred } from '../transactions/disputeCategories.ts';
import type { TransactionEventType } from '../transactions/events.ts';
import { dividedFor } from './decisionText.ts';
import type { Documented } from './notifications.ts';
import type { TransactionNotification } from './notificationTypes.ts';
import { type DataOf, type Sentence, saying } from './row.ts';
import { postponedBecause } from './transactions/text.ts';

type Undocumented = Exclude<TransactionNotification, Documented>;

/**
 * The in-app message to each party that gets an e-mail. `{title}` and `{other}` are filled in on reading. `null`: the
 * party's own action, which an e-mail confirms.
 */
export type InAppMessage<Data> = {
  type: Undocumented | 'review';
  buyer?: Sentence<Data>;
  seller?: Sentence<Data>;
};

type Sum = { amount: number; currency?: string | undefined };

const DRAFT_WITHDRAWN = 'Our staff withdrew their draft about {title}. They look at it again.';

const same = <Data>(type: Undocumented, said: Sentence<Data>): InAppMessage<Data> => ({
  type,
  buyer: said,
  seller: said,
});
/** A division of the money, addressed to each party. */
const toEach = (say: (shares: string) => string) => {
  const to = (party: 'buyer' | 'seller') =>
    saying<{ toBuyer: number; toSeller: number }, 'toBuyer' | 'toSeller'>(['toBuyer', 'toSeller'], (sums) =>
      say(dividedFor(sums, party)),
    );
  return { type: 'dispute', buyer: to('buyer'), seller: to('seller') } as const;
};
/** Money that a bank moves. Each party reads its own wording. */
const toWhom = (say: (sum: string, whom: string) => string) => {
  const to = (whom: string) =>
    saying<Sum, 'amount' | 'currency'>(['amount', 'currency'], (data) =>
      say(formatSum(data.amount, data.currency), whom),
    );
  return { type: 'hold', buyer: to('you'), seller: to('the buyer') } as const;
};
const paidOut = {
  type: 'payout',
  seller: saying<{ amount: number }, 'amount'>(
    ['amount'],
    (data) => `${formatCents(data.amount)} for {title} was paid out to you.`,
  ),
} as const;
const refunded = {
  type: 'refund',
  buyer: saying<Sum, 'amount' | 'currency'>(
    ['amount', 'currency'],
    (data) => `${formatSum(data.amount, data.currency)} for {title} was refunded to you.`,
  ),
} as const;
const transferred = saying<Sum, 'amount' | 'currency'>(
  ['amount', 'currency'],
  (data) => `${formatSum(data.amount, data.currency)} for {title} was sent to you by bank transfer.`,
);
const delayed = { type: 'refund', buyer: 'Your refund for {title} is delayed. We take care of it.' } as const;
const bankGave = toWhom((sum, whom) => `The bank gave ${sum} for {title} back to ${whom}.`);
const goneBefore = toWhom((sum, whom) => `${sum} for {title} had gone back to ${whom}.`);
const bankReturned = toWhom((sum) => `The bank returned ${sum} for {title} to us after all.`);

/** Transaction events with an in-app message, besides the eight documented types. */
export const IN_APP_MESSAGES = {
  // ── the end of a sale before it is shipped ──
  PaymentMismatched: {
    type: 'refund',
    buyer: 'You paid the wrong amount for {title}. It goes back to you.',
    seller: 'The wrong amount was paid for {title}. The sale has ended: do not ship it.',
  },
  TransactionCancelled: {
    type: 'cancellation',
    buyer: saying(['by'], ({ by }) =>
      by === 'buyer'
        ? 'You cancelled the purchase of {title}.'
        : 'The sale of {title} was cancelled. Anything you have paid comes back.',
    ),
    seller: saying(['by'], ({ by }) =>
      by === 'seller' ? 'You cancelled the sale of {title}.' : 'The sale of {title} was cancelled. Do not ship it.',
    ),
  },
  ShipmentDeadlineMissed: {
    type: 'cancellation',
    buyer: '{other} did not ship {title} in time. You get everything back.',
    seller: '{title} was not shipped in time. The sale is cancelled and the buyer refunded: do not ship it.',
  },

  // ── shipping and escrow ──
  ShipmentClockResumed: { type: 'shipping', seller: 'You can ship {title} again. The time to ship starts again.' },
  ShipmentConfirmed: { type: 'shipping', buyer: '{title} is on its way to you. Confirm when it has arrived.' },
  DeliveryConfirmed: { type: 'shipping', seller: '{other} has confirmed that {title} arrived.' },
  EscrowReleased: {
    type: 'escrow',
    buyer: 'The escrow of {title} has ended.',
    seller: saying(
      ['toSeller'],
      ({ toSeller }) => `The escrow of {title} has ended: ${formatCents(toSeller)} is released to you.`,
    ),
  },
  ReleaseRevoked: same(
    'escrow',
    saying(
      ['toSeller'],
      ({ toSeller }) => `The release of ${formatCents(toSeller)} for {title} was revoked. Its payout is stopped.`,
    ),
  ),
  EscrowPaused: {
    type: 'escrow',
    buyer: null,
    seller: '{other} paused the escrow of {title}. The countdown is paused.',
  },
  EscrowClockResumed: same('escrow', 'The escrow of {title} runs again.'),

  // ── disputes ──
  DisputeOpened: {
    type: 'dispute',
    buyer: saying(['category'], ({ category }) =>
      isReferred(category)
        ? '{other} opened a dispute about {title}. Our staff look at it.'
        : 'The pause of {title} has ended, and a dispute was opened. {other} has to answer it.',
    ),
    seller: saying(['by', 'claim'], ({ by, claim }) =>
      by === 'buyer'
        ? `{other} opened a dispute over ${formatCents(claim)} about {title}. Please answer it.`
        : `The pause of {title} has ended, and a dispute over ${formatCents(claim)} was opened. Please answer it.`,
    ),
  },
  DisputeContested: { type: 'dispute', buyer: '{other} contests your claim about {title}. Our staff decide.' },
  SellerSilent: {
    type: 'dispute',
    buyer: '{other} did not answer the dispute about {title}. Our staff decide.',
    seller: 'The time to answer the dispute about {title} is over. Our staff decide.',
  },
  DisputeReferred: same('dispute', 'Our staff review the dispute about {title}.'),
  DisputeWithdrawn: { type: 'dispute', seller: '{other} withdrew the dispute about {title}.' },
  DisputeAccepted: {
    type: 'dispute',
    buyer: saying(
      ['toBuyer'],
      (data) => `{other} accepts your claim: ${formatCents(data.toBuyer)} for {title} goes back to you.`,
    ),
    seller: null,
  },
  SettlementOffered: {
    type: 'dispute',
    buyer: saying(
      ['toBuyer'],
      (data) => `{other} offers you ${formatCents(data.toBuyer)} back for {title}. Please answer.`,
    ),
  },
  SettlementAccepted: {
    type: 'dispute',
    buyer: null,
    seller: saying(
      ['toSeller'],
      (data) => `{other} accepts your offer: ${formatCents(data.toSeller)} for {title} stay with you.`,
    ),
  },
  SettlementRefused: { type: 'dispute', seller: '{other} did not take your offer about {title}. The dispute goes on.' },
  SettlementLapsed: {
    type: 'dispute',
    buyer: 'The offer of {other} about {title} has lapsed. The dispute goes on.',
    seller: '{other} did not answer your offer about {title}. The dispute goes on.',
  },
  DisputeDecided: toEach((shares) => `Our staff decided about {title}: ${shares}.`),
  DraftShown: toEach((shares) => `Our staff plan to decide about {title}: ${shares}. Is something missing?`),
  DecisionRejected: same('dispute', DRAFT_WITHDRAWN),
  DecisionWithdrawn: same('dispute', DRAFT_WITHDRAWN),
  DecisionLapsed: same('dispute', DRAFT_WITHDRAWN),
  StatementGiven: same('dispute', '{other} added a statement about {title}.'),
  QuestionAsked: same('dispute', 'Our staff ask you something about {title}. Please answer.'),
  RefundDeferred: {
    type: 'dispute',
    seller: saying(
      ['toBuyer'],
      ({ toBuyer }) => `${formatCents(toBuyer)} for {title} is refunded to {other}, unless you appeal in time.`,
    ),
  },
  DecisionAppealed: same('dispute', '{other} appealed the decision about {title}. It is looked at again.'),
  LateClaimRecorded: { type: 'dispute', seller: '{other} makes a claim about {title}. Our staff look at it.' },

  // ── returns ──
  ReturnRequested: { type: 'return', seller: '{other} wants to return {title}. Please answer.' },
  ReturnApproved: {
    type: 'return',
    buyer: saying(['addressed'], ({ addressed }) =>
      addressed === false
        ? 'Your return of {title} is approved. We will tell you here where to send it.'
        : 'Your return of {title} is approved. Please send it back.',
    ),
    seller: saying(['addressed'], ({ addressed }) =>
      addressed === false
        ? 'The return of {title} counts as approved. Please say where to send it.'
        : 'The return of {title} counts as approved, to the address in your settings.',
    ),
  },
  ReturnAddressGiven: {
    type: 'return',
    buyer: '{other} gave the address for your return of {title}. Please send it back.',
  },
  ReturnRefused: { type: 'return', buyer: '{other} refused the return of {title}. Our staff look at it.' },
  ReturnShipped: { type: 'return', seller: '{other} sent {title} back. Please confirm it when you have it.' },
  ReturnLapsed: same('return', '{title} was not sent back in time. The return has lapsed.'),
  ReturnInspectionResumed: { type: 'return', seller: 'The time to check the returned {title} runs again.' },
  ReturnReceived: { type: 'return', seller: '{title} counts as received back. The buyer is refunded.' },
  ReturnRejected: {
    type: 'return',
    buyer: saying(['notArrived'], ({ notArrived }) =>
      notArrived
        ? '{other} says that your return of {title} has not arrived. Our staff look at it.'
        : '{other} rejected what you sent back for {title}. Our staff look at it.',
    ),
  },

  // ── refunds ──
  RefundRequested: {
    type: 'refund',
    buyer: saying(
      ['amount', 'currency'],
      (data) => `${formatSum(data.amount, data.currency)} for {title} is on its way back to you.`,
    ),
  },
  RefundFailed: delayed,
  RefundCompleted: refunded,
  PartialRefundCompleted: {
    type: 'refund',
    buyer: saying(['amount'], ({ amount }) => `${formatCents(amount)} for {title} was refunded to you.`),
  },
  RefundCameBack: delayed,
  LatePaymentReceived: {
    type: 'refund',
    buyer: 'Your payment for {title} came after the end of the sale, and goes back to you.',
  },
  DuplicatePaymentReceived: { type: 'refund', buyer: '{title} was paid twice. The second payment goes back to you.' },
  DuplicateRefundCompleted: refunded,
  DuplicateRefundFailed: delayed,
  SettledOutsideProvider: {
    type: 'payout',
    buyer: transferred,
    seller: transferred,
  },

  // ── payouts ──
  PayoutPostponed: {
    type: 'payout',
    seller: saying(['cause'], ({ cause }) => `The payout for {title} is postponed${postponedBecause(cause)}.`),
  },
  PayoutInitiated: {
    type: 'payout',
    seller: saying(
      ['amount'],
      ({ amount }) => `${formatCents(amount)} for {title} is on its way to your bank account.`,
    ),
  },
  PayoutCompleted: paidOut,
  PayoutFailed: {
    type: 'payout',
    seller: saying(['retryAt'], ({ retryAt }) =>
      retryAt === null
        ? 'The payout for {title} failed again. Our staff take care of it.'
        : 'The payout for {title} failed and is tried again.',
    ),
  },
  PayoutRefused: {
    type: 'payout',
    seller: 'Your bank refused the payout for {title}. Please check your bank details.',
  },
  PayoutReturned: {
    type: 'payout',
    seller: 'Your bank returned the payout for {title}. Please check your bank details.',
  },
  PayoutArrivedLate: paidOut,
  OverpaymentCounted: paidOut,

  // ── the bank and the staff ──
  ChargebackOpened: {
    type: 'hold',
    buyer: 'Your bank opened a chargeback for {title}. The sale is on hold.',
    seller: 'The buyer’s bank opened a chargeback for {title}. The sale is on hold.',
  },
  ChargebackWon: same('hold', 'The bank has left the payment for {title} with us. The hold has ended.'),
  ChargebackLost: bankGave,
  ChargebackPartlyLost: bankGave,
  OneChargebackPartlyLost: bankGave,
  ChargebackReversed: bankReturned,
  ChargebackPartlyReversed: bankReturned,
  LossRecovered: goneBefore,
  LossPartlyRecovered: goneBefore,
  EscalatedToStaff: delayed,
  StaffHoldPlaced: same('hold', 'Our staff hold the sale of {title} while they look at it.'),
  StaffHoldLifted: same('hold', 'Our staff lifted their hold on the sale of {title}.'),
  // ── what was written about it ──
  ReviewWritten: {
    type: 'review',
    seller: saying<{ rating: number }, 'rating'>(
      ['rating'],
      ({ rating }) =>
        `{other} rated you ${rating} out of 5 and wrote a review of {title}. You can answer it on your page.`,
    ),
  },
  ReviewReportResolved: {
    type: 'review_removed',
    buyer: 'Our staff removed your review of {title}. The page of the sale says why, and what you can do.',
    seller:
      'Our staff removed your answer to the review of {title}. The page of the sale says why, and what you can do.',
  },
} as const satisfies { readonly [Type in TransactionEventType | ReviewEvent['type']]?: InAppMessage<DataOf<Type>> };
