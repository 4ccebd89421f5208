import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import { sellersShare, totalOf } from './fees.ts';
import { termsFor } from './limits.ts';
import type { EscrowState } from './process/regions.ts';
import type { Balances, TransactionShape } from './stateShape.ts';
import type { DisplayStatus, Status } from './statuses.ts';

/** Beside the status; the escrow clock runs only while there is none. */
export const HOLDS = ['paused', 'disputed', 'returning', 'chargeback', 'staff'] as const;
export type Hold = (typeof HOLDS)[number];

/** The state of a sale, folded from its stream: plain JSON, cents, epoch ms, no personal data. EscrowState are the regions of the chart. */
export type Transaction = EscrowState & TransactionShape;

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

export const NO_TRANSACTION: Transaction = {
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

export const disputeOpen = ({ dispute }: Transaction): boolean =>
  dispute === 'awaiting_seller' || dispute === 'under_review';
export const returnOpen = (transaction: Transaction): boolean =>
  ['requested', 'approved', 'shipped'].includes(transaction.return);

export const holdsOf = (transaction: Transaction): Hold[] => {
  const stands: Record<Hold, boolean> = {
    paused: transaction.pause === 'paused',
    disputed: disputeOpen(transaction),
    returning: returnOpen(transaction),
    chargeback: transaction.chargeback === 'open',
    staff: transaction.staff === 'held',
  };
  return HOLDS.filter((hold) => stands[hold]);
};

/** The seller's time to look at what came back stands still meanwhile. */
export const inspectionStopped = (transaction: Transaction): boolean =>
  disputeOpen(transaction) || transaction.chargeback === 'open' || transaction.staff === 'held';

export const isFree = (transaction: Transaction): boolean => holdsOf(transaction).length === 0;

/** Captured money that has gone neither back nor on: in escrow, or released and still with us. */
export const heldMoney = (transaction: Transaction): Cents =>
  transaction.captured -
  transaction.refunded -
  transaction.refundedTwice -
  transaction.chargedBack +
  transaction.platformLoss -
  transaction.overpaid -
  transaction.keptForSeller -
  transaction.keptPaid;

/** Of the captured money what is with us: nothing once it was paid out, or went back. */
export const stillHeld = (transaction: Transaction): Cents =>
  transaction.money === 'none' || transaction.money === 'gone' || transaction.money === 'paid'
    ? 0
    : heldMoney(transaction);

/** Never shipped, and here again once all was to go back, or had gone: meanwhile its listing may have been sold to another. */
const isBackUnshipped = ({ status, money, shippedAt, released }: Transaction): boolean =>
  status === 'ESCROW_COMPLETED' && money === 'escrow' && shippedAt === null && released === null;

/** The most that a partial refund may be, 0 where all is the buyer's; the whole of `heldMoney` is the one sum above it. */
export const mostPartialRefund = (transaction: Transaction): Cents =>
  isBackUnshipped(transaction) ? 0 : sellersShare(heldMoney(transaction), transaction.fee);

/** What was paid beyond the price, the fee and the shipping is the buyer's, whatever is decided. */
export const leastRefund = (transaction: Transaction): Cents =>
  Math.max(0, heldMoney(transaction) - totalOf(transaction, transaction.shippingCost ?? 0));

/** Whether money is left after a refund: of a part, the seller's rest; of the whole, what has come back since. */
export const isLeftAfterRefund = ({ refund, inEscrow }: Transaction): boolean =>
  refund !== null && (refund.whole ? inEscrow > 0 : refund.toSeller > 0);

/** Ms on the escrow clock at an instant, frozen or running; null outside escrow. */
export const escrowTimeLeft = (transaction: Transaction, now: Instant): number | null => {
  if (transaction.status !== 'IN_ESCROW') return null;
  return transaction.clock ? Math.max(0, transaction.clock.endsAt - now) : transaction.remaining;
};

/** The ids of chargebacks that the payer's bank has not decided. */
export const openChargebacks = ({ chargebacks }: Transaction): string[] =>
  Object.entries(chargebacks).flatMap(([id, { stands }]) => (stands === 'open' || stands === 'lateOpen' ? [id] : []));

/** What of the platform's loss chargebacks have cost, and refunds that nobody could pay for: what is held makes it good. */
export const lostToPayer = ({ platformLoss, overpaid, refundedTwice }: Transaction): Cents =>
  platformLoss - overpaid - refundedTwice;

/** What the payer has of the sale: refunds, and what their bank took of what was held here. */
export const hasOfTransaction = (transaction: Transaction): Cents =>
  transaction.refunded + transaction.chargedBack - lostToPayer(transaction);

/** Whether so much is held that two people have to decide. */
export const needsSecondPerson = (transaction: Transaction): boolean =>
  heldMoney(transaction) > termsFor(transaction).secondPersonAbove;

/** So much that both parties read a decision before it is carried out. */
export const needsDraft = (transaction: Transaction): boolean =>
  heldMoney(transaction) > termsFor(transaction).draftAbove;

export const isRefundOf = ({ refundId, earlier }: Transaction['duplicates'][string], id: string): boolean =>
  refundId === id || earlier.includes(id);

/** Asked for by this sale, sooner or later: `{sale}r{n}`. */
export const isOwnRefund = ({ id, refundCount }: Transaction, refundId: string): boolean => {
  const place = refundId.startsWith(`${id}r`) ? Number(refundId.slice(id.length + 1)) : 0;
  return place >= 1 && place <= refundCount;
};

/** Payouts that failed or came back: where their money has left us it is fetched back. */
export const notArrived = ({ payoutAttempts }: Pick<Transaction, 'payoutAttempts'>): string[] =>
  Object.entries(payoutAttempts).flatMap(([id, { state }]) => (state === 'failed' || state === 'returned' ? [id] : []));

/** Its watch has passed without an answer; the provider may still send it. */
export const isRefundSilent = ({ status, refund }: Transaction): boolean =>
  status === 'REFUND_BUYER' && refund?.state === 'requested' && refund.watchUntil === null;

export const hasPayoutBegun = ({ payout }: Transaction): boolean => payout.attempt > 0;

/** When the buyer's last claim is taken; null while the money has not arrived at the seller, or where claims have no end. */
export const claimsEnd = (transaction: Transaction): Instant | null => {
  // before its first event a sale names no policy
  if (transaction.status !== 'COMPLETED') return null;
  const { lateClaimPeriod } = termsFor(transaction);
  if (lateClaimPeriod === null) return null;
  const arrived = Object.values(transaction.payoutAttempts).flatMap(({ state, paidAt }) =>
    state === 'paid' ? [paidAt] : [],
  );
  return Math.max(0, ...arrived) + lateClaimPeriod;
};

/** Rating is open from READY_FOR_PAYOUT until 30 days after completion. */
export const canBeRated = (transaction: Transaction, now: Instant): boolean =>
  ['READY_FOR_PAYOUT', 'PAYOUT_INITIATED', 'COMPLETED'].includes(transaction.status) &&
  (transaction.rateUntil === null || now <= transaction.rateUntil);

/** The status with a name for what holds it inside IN_ESCROW: dispute before return before pause. */
export const displayStatus = (transaction: Transaction): DisplayStatus => {
  if (transaction.status === 'draft') return 'CREATED';
  if (transaction.status !== 'IN_ESCROW') return transaction.status;
  if (disputeOpen(transaction)) return 'IN_ESCROW_DISPUTED';
  if (returnOpen(transaction)) return 'RETURN_IN_PROGRESS';
  return transaction.pause === 'paused' ? 'IN_ESCROW_PAUSED' : 'IN_ESCROW';
};

/** The status as a public one. */
export const publicStatus = ({ status }: Transaction): Status => (status === 'draft' ? 'CREATED' : status);
