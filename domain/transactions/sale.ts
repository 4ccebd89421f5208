import type { ListingImage } from '../listings/events.ts';
import type { AccountId, ListingId, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { Marks } from './cases.ts';
import type { EscrowState } from './escrow.ts';
import type { DISPUTE_CATEGORIES } from './events.ts';
import { sellersShare } from './fees.ts';
import type { ShippingZone } from './shipping.ts';
import type { DisplayStatus, Status } from './statuses.ts';

export type Party = 'buyer' | 'seller' | 'system' | 'staff';

/** Beside the status; the escrow clock runs only while there is none. */
export const HOLDS = ['paused', 'disputed', 'returning', 'chargeback', 'staff'] as const;
export type Hold = (typeof HOLDS)[number];

export type Refund = {
  id: string;
  amount: Cents;
  /** What the seller and the marketplace get once a partial refund is done. */
  toSeller: Cents;
  fee: Cents;
  attempt: number;
  state: 'requested' | 'failed' | 'done';
  /** Null while failed, or done. */
  watchUntil: Instant | null;
  /** Null while under way, and when it failed for the last time: then it is the staff's. */
  retryAt: Instant | null;
};

export type Payout = {
  /** Of the latest attempt; null before the first. */
  id: string | null;
  attempt: number;
  amount: Cents;
  runAt: Instant | null;
  askAt: Instant | null;
  watchUntil: Instant | null;
  retryAt: Instant | null;
  /** In a row, since the payout was last scheduled. */
  failures: number;
};

/** One try to pay out: what was asked for, and what of it came to the seller beyond what was due. */
export type PayoutAttempt = {
  asked: Cents;
  state: 'live' | 'failed' | 'paid' | 'returned';
  over: Cents;
  /** By the provider's clock; 0: never. */
  paidAt: Instant;
};

/**
 * The state of a sale, folded from its stream: plain JSON, cents, epoch ms, no personal data. The fields of EscrowState are the
 * regions of the statechart; the rest is what deadlines, sums and views need.
 */
export type Sale = EscrowState & {
  id: TransactionId;
  /** The short human id. */
  transactionId: string;
  listingId: ListingId;
  buyerId: AccountId;
  sellerId: AccountId;
  item: { title: string; images: ListingImage[] };
  sellerCountry: string;
  policyVersion: string;
  createdAt: Instant;

  amount: Cents;
  fee: Cents;
  /** Null until the shipping address is set. */
  shippingCost: Cents | null;
  total: Cents | null;
  zone: ShippingZone | null;

  windowEndsAt: Instant;
  /** While a payment is processing; the window stands still then. */
  settlementEndsAt: Instant | null;
  checkout: { attempt: number; sessionId: string; url: string } | null;
  /** The captured payment, which refunds go back to. */
  paymentId: string | null;
  capturedAt: Instant | null;

  captured: Cents;
  refunded: Cents;
  chargedBack: Cents;
  platformLoss: Cents;
  paidOut: Cents;
  /** What the seller has beyond `paidOut`, through attempts that had failed: part of `platformLoss`. */
  overpaid: Cents;
  /** What left escrow with the last release: the seller's part, still payable, and the marketplace's fee. */
  released: { toSeller: Cents; fee: Cents; by: 'buyer' | 'timer' | 'staff' | 'settlement' } | null;
  feeTaken: Cents;

  shipBy: Instant | null;
  shipReminderAt: Instant | null;
  shippedAt: Instant | null;
  escalateAt: Instant | null;

  /** The running escrow clock; null while frozen, and outside escrow. */
  clock: { endsAt: Instant; firstNoticeAt: Instant; lastNoticeAt: Instant } | null;
  /** Ms left on the frozen clock. */
  remaining: number | null;
  /** The pause that stands. */
  pausedSince: Instant | null;
  pauseRemindAt: Instant | null;
  pauseLimitAt: Instant | null;
  /** Ms of the pauses that have ended. */
  pausedBefore: number;

  claim: {
    by: Party;
    category: (typeof DISPUTE_CATEGORIES)[number];
    amount: Cents;
    openedAt: Instant;
    answerBy: Instant;
    /** The staff's term; null before review and once it has passed. */
    decideBy: Instant | null;
  } | null;
  offer: { toBuyer: Cents; lapsesAt: Instant } | null;
  decision: { toBuyer: Cents; toSeller: Cents; fee: Cents } | null;
  /** Waits for a second person. */
  proposed: {
    id: string;
    toBuyer: Cents;
    toSeller: Cents;
    fee: Cents;
    by: AccountId;
    at: Instant;
    confirmBy: Instant;
  } | null;
  /** The counter in the ids of proposed decisions. */
  proposals: number;
  /** Since when the staff's cases stand (`cases.ts`). */
  marks: Marks;
  returnAnswerBy: Instant | null;
  returnShipBy: Instant | null;
  returnInspectBy: Instant | null;

  refund: Refund | null;
  /** By refund id: how much, and when the sale heard of it. */
  refundsDone: Record<string, { amount: Cents; at: Instant }>;
  /** Refunds asked for so far, duplicates' included: the counter in their ids. */
  refundCount: number;
  payout: Payout;
  /** By payout id. */
  payoutAttempts: Record<string, PayoutAttempt>;
  /** Payments beyond the first, by payment id. */
  duplicates: Record<string, { refundId: string; amount: Cents; state: 'requested' | 'failed' | 'done' }>;
  chargebackCase: { id: string; amount: Cents } | null;
  /** Every chargeback that has ended, and those of money that had left: id → how it stands. */
  chargebacks: Record<string, 'open' | 'lateOpen' | 'won' | 'lost'>;
  cancelledBy: Party | null;
  /** The buyer may rate until then; null before the payout is done (see `canBeRated`). */
  rateUntil: Instant | null;
};

export const NO_SALE: Sale = {
  ...{ status: 'draft', money: 'none', pause: 'none', dispute: 'none', return: 'none' },
  ...{ chargeback: 'none', staff: 'none', proposal: 'none', records: 'open' },
  ...{ id: '', transactionId: '', listingId: '', buyerId: '', sellerId: '', item: { title: '', images: [] } },
  ...{ sellerCountry: '', policyVersion: '', createdAt: 0 },
  ...{ amount: 0, fee: 0, shippingCost: null, total: null, zone: null },
  ...{ windowEndsAt: 0, settlementEndsAt: null, checkout: null, paymentId: null, capturedAt: null },
  ...{
    captured: 0,
    refunded: 0,
    chargedBack: 0,
    platformLoss: 0,
    paidOut: 0,
    overpaid: 0,
    released: null,
    feeTaken: 0,
  },
  ...{ shipBy: null, shipReminderAt: null, shippedAt: null, escalateAt: null },
  ...{ clock: null, remaining: null, pausedSince: null, pauseRemindAt: null, pauseLimitAt: null, pausedBefore: 0 },
  ...{ claim: null, offer: null, decision: null, proposed: null, proposals: 0, marks: {} },
  ...{ returnAnswerBy: null, returnShipBy: null, returnInspectBy: null },
  ...{ refund: null, refundsDone: {}, refundCount: 0 },
  payout: { id: null, attempt: 0, amount: 0, runAt: null, askAt: null, watchUntil: null, retryAt: null, failures: 0 },
  ...{ payoutAttempts: {}, duplicates: {}, chargebackCase: null, chargebacks: {}, cancelledBy: null, rateUntil: null },
};

const TERMINAL: readonly string[] = ['CANCELLED', 'REFUNDED', 'COMPLETED'];
export const isTerminal = ({ status }: { status: string }): boolean => TERMINAL.includes(status);

export const disputeOpen = ({ dispute }: Sale): boolean => dispute === 'awaiting_seller' || dispute === 'under_review';
export const returnOpen = (sale: Sale): boolean => ['requested', 'approved', 'shipped'].includes(sale.return);

export const holdsOf = (sale: Sale): Hold[] => {
  const stands: Record<Hold, boolean> = {
    paused: sale.pause === 'paused',
    disputed: disputeOpen(sale),
    returning: returnOpen(sale),
    chargeback: sale.chargeback === 'open',
    staff: sale.staff === 'held',
  };
  return HOLDS.filter((hold) => stands[hold]);
};

export const isFree = (sale: Sale): boolean => holdsOf(sale).length === 0;

/** Captured money that has gone neither back nor on: in escrow, or released and still with us. */
export const heldMoney = (sale: Sale): Cents =>
  sale.captured - sale.refunded - sale.chargedBack + sale.platformLoss - sale.overpaid;

/** The most that a partial refund may be; the whole of `heldMoney` is the one sum above it. */
export const mostPartialRefund = (sale: Sale): Cents => sellersShare(heldMoney(sale), sale.fee);

/** Ms on the escrow clock at an instant, frozen or running; null outside escrow. */
export const escrowTimeLeft = (sale: Sale, now: Instant): number | null => {
  if (sale.status !== 'IN_ESCROW') return null;
  return sale.clock ? Math.max(0, sale.clock.endsAt - now) : sale.remaining;
};

export const hasPayoutBegun = ({ payout }: Sale): boolean => payout.attempt > 0;

/** Rating is open from READY_FOR_PAYOUT until 30 days after completion. */
export const canBeRated = (sale: Sale, now: Instant): boolean =>
  ['READY_FOR_PAYOUT', 'PAYOUT_INITIATED', 'COMPLETED'].includes(sale.status) &&
  (sale.rateUntil === null || now <= sale.rateUntil);

/** The status with a name for what holds it inside IN_ESCROW: dispute before return before pause. */
export const displayStatus = (sale: Sale): DisplayStatus => {
  if (sale.status === 'draft') return 'CREATED';
  if (sale.status !== 'IN_ESCROW') return sale.status;
  if (disputeOpen(sale)) return 'IN_ESCROW_DISPUTED';
  if (returnOpen(sale)) return 'RETURN_IN_PROGRESS';
  return sale.pause === 'paused' ? 'IN_ESCROW_PAUSED' : 'IN_ESCROW';
};

/** The status as a public one. */
export const publicStatus = ({ status }: Sale): Status => (status === 'draft' ? 'CREATED' : status);
