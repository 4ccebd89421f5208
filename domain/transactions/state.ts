import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import { sellersShare, totalOf } from './fees.ts';
import { policyOf } from './limits.ts';
import type { EscrowState } from './process/regions.ts';
import type { Balances, SaleShape } from './stateShape.ts';
import type { DisplayStatus, Status } from './statuses.ts';

/** Beside the status; the escrow clock runs only while there is none. */
export const HOLDS = ['paused', 'disputed', 'returning', 'chargeback', 'staff'] as const;
export type Hold = (typeof HOLDS)[number];

/** The state of a sale, folded from its stream: plain JSON, cents, epoch ms, no personal data. EscrowState are the regions of the chart. */
export type Sale = EscrowState & SaleShape;

const NO_MONEY: Balances = {
  captured: 0,
  inEscrow: 0,
  refundInTransit: 0,
  refunded: 0,
  refundedTwice: 0,
  chargedBack: 0,
  payable: 0,
  payoutInTransit: 0,
  paidOut: 0,
  overpaid: 0,
  feeTaken: 0,
  keptForSeller: 0,
  keptPaid: 0,
  platformLoss: 0,
};

export const NO_SALE: Sale = {
  status: 'draft',
  money: 'none',
  pause: 'none',
  dispute: 'none',
  return: 'none',
  chargeback: 'none',
  staff: 'none',
  proposal: 'none',
  records: 'open',
  id: '',
  transactionId: '',
  listingId: '',
  buyerId: '',
  sellerId: '',
  item: { title: '', images: [] },
  sellerCountry: '',
  rates: null,
  policyVersion: '',
  createdAt: 0,
  revision: -1,
  movedAt: -1,
  amount: 0,
  fee: 0,
  shippingCost: null,
  total: null,
  zone: null,
  windowEndsAt: 0,
  settlementEndsAt: null,
  checkout: null,
  paymentId: null,
  capturedAt: null,
  foreign: {},
  lostOfOther: {},
  ...NO_MONEY,
  released: null,
  shipBy: null,
  shipReminderAt: null,
  shippedAt: null,
  deliveredAt: null,
  escalateAt: null,
  clock: null,
  remaining: null,
  endedByBuyer: 0,
  withdrawn: 0,
  pausedSince: null,
  pauseRemindAt: null,
  pauseLimitAt: null,
  pausedBefore: 0,
  claim: null,
  offer: null,
  decision: null,
  decided: null,
  questions: { buyer: null, seller: null },
  proposed: null,
  proposals: 0,
  marks: {},
  returnAnswerBy: null,
  returnShipBy: null,
  returnInspectBy: null,
  returning: null,
  inspectionLeft: null,
  refund: null,
  refundsDone: {},
  refundsBack: {},
  refundCount: 0,
  payout: { id: null, attempt: 0, amount: 0, runAt: null, askAt: null, watchUntil: null, retryAt: null, failures: 0 },
  payoutAttempts: {},
  duplicates: {},
  outside: { count: 0, settled: {}, proposed: null },
  chargebacks: {},
  cancelledBy: null,
  rateUntil: null,
};

export const TERMINAL: readonly string[] = ['CANCELLED', 'REFUNDED', 'COMPLETED'];
/** Statuses of a transaction that holds no money and expects none. */
export const WITHOUT_MONEY: readonly string[] = ['CREATED', 'PAYMENT_FAILED', ...TERMINAL];
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

/** The seller's time to look at what came back stands still meanwhile. */
export const inspectionStopped = (sale: Sale): boolean =>
  disputeOpen(sale) || sale.chargeback === 'open' || sale.staff === 'held';

export const isFree = (sale: Sale): boolean => holdsOf(sale).length === 0;

/** Captured money that has gone neither back nor on: in escrow, or released and still with us. */
export const heldMoney = (sale: Sale): Cents =>
  sale.captured -
  sale.refunded -
  sale.refundedTwice -
  sale.chargedBack +
  sale.platformLoss -
  sale.overpaid -
  sale.keptForSeller -
  sale.keptPaid;

/** Of the captured money what is with us: nothing once it was paid out, or went back. */
export const stillHeld = (sale: Sale): Cents =>
  sale.money === 'none' || sale.money === 'gone' || sale.money === 'paid' ? 0 : heldMoney(sale);

/** Never shipped, and here again once all was to go back, or had gone: meanwhile its listing may have been sold to another. */
const isBackUnshipped = ({ status, money, shippedAt, released }: Sale): boolean =>
  status === 'ESCROW_COMPLETED' && money === 'escrow' && shippedAt === null && released === null;

/** The most that a partial refund may be, 0 where all is the buyer's; the whole of `heldMoney` is the one sum above it. */
export const mostPartialRefund = (sale: Sale): Cents =>
  isBackUnshipped(sale) ? 0 : sellersShare(heldMoney(sale), sale.fee);

/** What was paid beyond the price, the fee and the shipping is the buyer's, whatever is decided. */
export const leastRefund = (sale: Sale): Cents => Math.max(0, heldMoney(sale) - totalOf(sale, sale.shippingCost ?? 0));

/** Whether money is left after a refund: of a part, the seller's rest; of the whole, what has come back since. */
export const isLeftAfterRefund = ({ refund, inEscrow }: Sale): boolean =>
  refund !== null && (refund.whole ? inEscrow > 0 : refund.toSeller > 0);

/** Ms on the escrow clock at an instant, frozen or running; null outside escrow. */
export const escrowTimeLeft = (sale: Sale, now: Instant): number | null => {
  if (sale.status !== 'IN_ESCROW') return null;
  return sale.clock ? Math.max(0, sale.clock.endsAt - now) : sale.remaining;
};

/** The ids of chargebacks that the payer's bank has not decided. */
export const openChargebacks = ({ chargebacks }: Sale): string[] =>
  Object.entries(chargebacks).flatMap(([id, { stands }]) => (stands === 'open' || stands === 'lateOpen' ? [id] : []));

/** What of the platform's loss chargebacks have cost, and refunds that nobody could pay for: what is held makes it good. */
export const lostToPayer = ({ platformLoss, overpaid, refundedTwice }: Sale): Cents =>
  platformLoss - overpaid - refundedTwice;

/** What the payer has of the sale: refunds, and what their bank took of what was held here. */
export const hasOfSale = (sale: Sale): Cents => sale.refunded + sale.chargedBack - lostToPayer(sale);

/** Whether so much is held that two people have to decide. */
export const needsSecondPerson = (sale: Sale): boolean => heldMoney(sale) > policyOf(sale).secondPersonAbove;

/** So much that both parties read a decision before it is carried out. */
export const needsDraft = (sale: Sale): boolean => heldMoney(sale) > policyOf(sale).draftAbove;

export const isRefundOf = ({ refundId, earlier }: Sale['duplicates'][string], id: string): boolean =>
  refundId === id || earlier.includes(id);

/** Asked for by this sale, sooner or later: `{sale}r{n}`. */
export const isOwnRefund = ({ id, refundCount }: Sale, refundId: string): boolean => {
  const place = refundId.startsWith(`${id}r`) ? Number(refundId.slice(id.length + 1)) : 0;
  return place >= 1 && place <= refundCount;
};

/** Payouts that failed or came back: where their money has left us it is fetched back. */
export const notArrived = ({ payoutAttempts }: Pick<Sale, 'payoutAttempts'>): string[] =>
  Object.entries(payoutAttempts).flatMap(([id, { state }]) => (state === 'failed' || state === 'returned' ? [id] : []));

/** Its watch has passed without an answer; the provider may still send it. */
export const isRefundSilent = ({ status, refund }: Sale): boolean =>
  status === 'REFUND_BUYER' && refund?.state === 'requested' && refund.watchUntil === null;

export const hasPayoutBegun = ({ payout }: Sale): boolean => payout.attempt > 0;

/** When the buyer's last claim is taken; null while the money has not arrived at the seller, or where claims have no end. */
export const claimsEnd = (sale: Sale): Instant | null => {
  // before its first event a sale names no policy
  if (sale.status !== 'COMPLETED') return null;
  const { lateClaimPeriod } = policyOf(sale);
  if (lateClaimPeriod === null) return null;
  const arrived = Object.values(sale.payoutAttempts).flatMap(({ state, paidAt }) => (state === 'paid' ? [paidAt] : []));
  return Math.max(0, ...arrived) + lateClaimPeriod;
};

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
