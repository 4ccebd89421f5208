import type { StoredEvent } from '#application/ports/eventStore.ts';
import { EURO } from '#domain/shared/currencies.ts';
import { HOUR } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import { partOf } from '#domain/transactions/allowed.ts';
import { isOfOther } from '#domain/transactions/claims.ts';
import { currencyOf } from '#domain/transactions/currency.ts';
import type { TransactionEvent, TransactionEventType } from '#domain/transactions/events.ts';
import { suffixOf } from '#domain/transactions/ledgerAccounts.ts';
import {
  disputeOpen,
  heldMoney,
  holdsOf,
  isOwnRefund,
  isTerminal,
  type Transaction,
} from '#domain/transactions/state.ts';
import { armedDeadlines } from '#domain/transactions/transaction.ts';

/** The roles allowed to cause each event. Separate from the product's own table, to detect mistakes there. */
const AUTHORS: Partial<Record<TransactionEventType, readonly string[]>> = {};
const authors = (parts: readonly string[], ...types: TransactionEventType[]) => {
  for (const type of types) AUTHORS[type] = parts;
};
authors(['buyer'], 'TransactionCreated', 'ShippingSet', 'CheckoutOpened', 'DeliveryConfirmed', 'EscrowPaused');
authors(['buyer'], 'EscrowResumed', 'SettlementAccepted', 'SettlementRefused', 'ReturnRequested', 'ReturnShipped');
authors(['buyer'], 'DisputeWithdrawn', 'LateClaimRecorded');
authors(['seller'], 'ShipmentConfirmed', 'DisputeAccepted', 'DisputeContested', 'SettlementOffered');
authors(['seller'], 'ReturnRefused', 'ReturnRejected');
authors(['staff'], 'DisputeDecided', 'DecisionProposed', 'DecisionConfirmed', 'DecisionRejected', 'DecisionWithdrawn');
authors(['staff'], 'CaseClosed', 'DraftShown', 'QuestionAsked', 'RefundDeferred');
authors(['staff'], 'SettledOutsideProvider', 'OutsideSettlementProposed', 'OutsideSettlementRejected');
authors(['buyer', 'seller'], 'StatementGiven');
authors(['buyer', 'seller'], 'DecisionAppealed');
authors(['provider'], 'PaymentProcessing', 'PaymentCaptured', 'PaymentMismatched', 'PaymentFailed');
authors(['provider'], 'LatePaymentReceived', 'DuplicatePaymentReceived', 'RefundCompleted', 'PartialRefundCompleted');
authors(
  ['provider'],
  'RefundCameBack',
  'DuplicateRefundCompleted',
  'DuplicateRefundFailed',
  'PayoutCompleted',
  'PayoutFailed',
);
authors(['provider'], 'PayoutRefused', 'PayoutReturned', 'ChargebackReversed', 'ChargebackPartlyReversed');
authors(['provider', 'staff'], 'ChargebackWon', 'ChargebackLost', 'ChargebackPartlyLost', 'OneChargebackWon');
authors(['provider', 'staff'], 'OneChargebackPartlyLost', 'LateChargebackWon', 'LateChargebackLost');
authors(['provider'], 'LateChargebackOpened', 'LateChargebackReversed');
authors(['staff'], 'ChargebackEndedByStaff', 'ChargebackEndProposed', 'ChargebackEndRejected');
authors(['staff'], 'EvidencePackSubmitted', 'DifferenceBooked', 'DifferenceProposed');
authors(['system'], 'EvidencePackDelivered', 'EvidencePackRefused');
authors(
  ['provider'],
  'RefundArrivedLate',
  'RefundMadeByHand',
  'ProviderFactRecorded',
  'PayoutArrivedLate',
  'PayoutOverpaid',
  'OverpaymentReturned',
);
authors(['system'], 'TransactionExpired', 'ShipmentDeadlineMissed', 'PauseExpired', 'SellerSilent', 'SettlementLapsed');
authors(['system'], 'ReviewOverdue', 'ReturnLapsed', 'PayoutInitiated', 'PayoutApprovalWithdrawn');
authors(['system', 'staff'], 'RefundRetried');
// automatic if the seller is suspended: at once, or when a payment still arrives
authors(['buyer', 'seller', 'system', 'provider'], 'TransactionCancelled');

/** Events forbidden during a chargeback and during a staff hold. */
const NOT_IN_CHARGEBACK: readonly string[] = [
  'ShipmentConfirmed',
  'RefundRequested',
  'RefundRetried',
  'PayoutApproved',
  'PayoutInitiated',
];
const NOT_IN_STAFF_HOLD: readonly string[] = ['ShipmentConfirmed', 'PayoutApproved', 'PayoutInitiated'];

/** Events that a deadline may not cause during a dispute. */
const MOVES_MONEY: readonly string[] = ['RefundRequested', 'RefundRetried', 'EscrowReleased', 'PayoutInitiated'];

const CAME: readonly string[] = ['PayoutCompleted', 'PayoutArrivedLate', 'PayoutOverpaid'];
const WENT: readonly string[] = ['PayoutReturned', 'OverpaymentReturned'];

/** The amount reported as paid to the seller, less the amount reported as returned. */
const sellerHas = (history: readonly TransactionEvent[]): number =>
  history.reduce((sum, { type, data }) => {
    const { amount } = data as { amount: number };
    return sum + (CAME.includes(type) ? amount : 0) - (WENT.includes(type) ? amount : 0);
  }, 0);

const LETS_GO: readonly string[] = [
  'PaymentMismatched',
  'LatePaymentReceived',
  'RefundCompleted',
  'ChargebackLost',
  'LossRecovered',
];

/** Its listing may be sold to another buyer, so returned money of an unshipped transaction belongs to the buyer. */
export const hasLetGo = ({ shippedAt }: Transaction, history: readonly TransactionEvent[]): boolean =>
  shippedAt === null && history.some(({ type }) => LETS_GO.includes(type));

type Past = { history: readonly TransactionEvent[]; stored: readonly StoredEvent[] };

const CLOCKS: readonly string[] = ['EscrowClockResumed', 'ReturnInspectionResumed'];

/**
 * A hold ended by the buyer leaves the remaining time, or at least 74 hours the first time it restarts a clock. A hold ended by anyone
 * else always leaves at least 74 hours.
 */
const wrongEnd = (
  { at, end, left }: { at: number; end: number; left: number | null },
  { metadata }: StoredEvent,
  { buyerId }: Transaction,
  { stored }: Past,
): string | undefined => {
  const byBuyer = (actor: StoredEvent['metadata']['actor']) => actor.id === buyerId;
  const again = stored.some((past) => CLOCKS.includes(past.type) && byBuyer(past.metadata.actor));
  const least = again && byBuyer(metadata.actor) ? 0 : 74 * HOUR;
  const expected = at + Math.max(left ?? 0, least);
  return end === expected ? undefined : `goes on until ${end}, not ${expected}`;
};

const wrongClock = (
  event: TransactionEvent,
  stored: StoredEvent,
  before: Transaction,
  past: Past,
): string | undefined => {
  if (event.type === 'EscrowClockResumed') {
    const { at, escrowEndsAt: end } = event.data;
    const wrong = wrongEnd({ at, end, left: before.remaining }, stored, before, past);
    return wrong && `the escrow ${wrong}`;
  }
  if (event.type === 'ReturnInspectionResumed') {
    const { at, inspectBy: end } = event.data;
    const wrong = wrongEnd({ at, end, left: before.inspectionLeft }, stored, before, past);
    return wrong && `the inspection ${wrong}`;
  }
  return undefined;
};

/** The rule that an event breaks, given the transaction before it, or nothing. */
export const wrongEvent = (
  event: TransactionEvent,
  stored: StoredEvent,
  before: Transaction,
  past: Past,
): string | undefined => {
  const { history } = past;
  const { type, data } = event;
  const part = type === 'TransactionCreated' ? 'buyer' : partOf(before, stored.metadata.actor as never);
  const byStaff = 'providerRefundId' in data && data.providerRefundId?.startsWith('outside.');
  const allowed = byStaff ? ['staff'] : AUTHORS[type];
  if (allowed && !allowed.includes(part ?? '')) return `${type} was written by ${part ?? 'a stranger'}`;
  if (CLOCKS.includes(type)) return wrongClock(event, stored, before, past);
  if (before.chargeback === 'open' && NOT_IN_CHARGEBACK.includes(type)) return `${type} under an open chargeback`;
  if (before.staff === 'held' && NOT_IN_STAFF_HOLD.includes(type)) return `${type} under a hold by the staff`;
  if (type === 'TransactionCancelled' && (data.by === 'system' ? before.money !== 'none' : data.by !== part))
    return `a sale with its money in ${before.money} was cancelled by ${data.by}, in the words of ${part}`;
  if (type === 'EscrowReleased' && hasLetGo(before, history)) return 'the seller is paid for what was let go';
  if (part === 'system' && disputeOpen(before) && MOVES_MONEY.includes(type))
    return `${type} by a timer over a dispute`;
  if (type === 'EscrowReleased' && data.by === 'timer' && before.status === 'IN_ESCROW') {
    if (holdsOf(before).length > 0) return `the timer released what ${holdsOf(before).join()} hold`;
    if (data.at < (before.clock?.endsAt ?? 0)) return 'the timer released before the end';
  }
  if (type === 'SettledOutsideProvider' && data.amount > 50_000 && (data.confirmedBy ?? data.by) === data.by)
    return 'one person paid alone';
  if (type === 'SettledOutsideProvider' && data.what === 'refund' && before.refund?.state !== 'failed')
    return 'staff paid what the provider may still send';
  if (type === 'DecisionConfirmed' && data.confirmedBy === before.proposed?.by && heldMoney(before) > 50_000)
    return 'one person decided alone';
  if (
    type === 'DisputeDecided' &&
    heldMoney(before) > 50_000 &&
    !history.some((past) => past.type === 'DecisionConfirmed')
  )
    return 'one person decided over more than €500';
  if (type === 'DisputeDecided' && heldMoney(before) > 20_000) {
    const draft = history.findLast((past) => past.type === 'DraftShown');
    if (draft?.type !== 'DraftShown' || data.at < draft.data.shownUntil) return 'a draft that nobody had time to read';
  }
  if (type === 'DisputeDecided' && before.decided?.appeals.some(({ against }) => against === data.decidedBy))
    return 'an appeal decided by who was appealed against';
  if (type === 'DecisionAppealed' && history.some((past) => past.type === type && past.data.by === data.by))
    return 'a second appeal of one party';
  if (type === 'RefundRequested' && part === 'system' && data.at < (before.deferred?.until ?? 0))
    return 'a refund while the seller may still appeal';
  if (type === 'PayoutInitiated' && sellerHas(history) > 0) return 'a payout to a seller who has the money';
  if (type === 'PayoutInitiated' && data.amount !== before.released?.toSeller) return 'a payout of another sum';
  return undefined;
};

export type Balances = Record<string, number>;
const of = (balances: Balances, account: string): number => balances[account] ?? 0;
const OWN = ['escrow', 'seller_payable', 'payout_transit', 'refund_transit', 'duplicate'];

/** Money that returned and was then charged back: it left twice, but the books have one refund of it. */
const takenOfReturned = (transaction: Transaction): Cents =>
  Object.values(transaction.chargebacks).reduce(
    (sum, claim) => sum + (isOfOther(transaction, claim) ? 0 : (claim.owed ?? 0)),
    0,
  );

/** A refund by hand may be reported before its payment. */
export const refundedTooMuch = (transaction: Transaction, overtaken = 0): string | undefined => {
  const { captured, refunded } = transaction;
  const beyond = refunded - takenOfReturned(transaction) - overtaken - captured;
  return captured > 0 && beyond > 0 ? `refunded ${refunded} of ${captured}` : undefined;
};

/** By hand in place of a refund whose return is not reported yet; a bank transfer by staff never returns. */
const mayBeOvertaken = (transaction: Transaction): Cents => {
  const byHand = Object.entries(transaction.refundsDone).filter(([id]) => !isOwnRefund(transaction, id));
  return transaction.outside.settled[transaction.paymentId ?? '']
    ? 0
    : byHand.reduce((sum, [, { amount }]) => sum + amount, 0);
};

/** domain.md, section 4: invariants of a transaction and its books. */
export const brokenInvariant = (
  transaction: Transaction,
  balances: Balances,
  livePayouts: number,
): string | undefined => {
  const suffix = suffixOf(currencyOf(transaction));
  const own = (account: string): number => of(balances, `${account}${suffix}`);
  const negative = Object.keys(balances).find(
    (account) => OWN.includes(account.split('.')[0] ?? '') && of(balances, account) < 0,
  );
  if (negative) return `${negative} is ${of(balances, negative)}`;
  const tooMuch = refundedTooMuch(transaction, mayBeOvertaken(transaction));
  if (tooMuch) return tooMuch;
  if (transaction.paidOut > transaction.amount + (transaction.shippingCost ?? 0))
    return `paid out ${transaction.paidOut}, more than item and shipping`;
  if (suffix !== '' && Object.keys(balances).some((account) => /^(seller_|payout_)/.test(account)))
    return 'a seller has money of another currency';
  if (Object.values(transaction.payoutAttempts).some(({ asked }) => asked <= 0))
    return 'a payout of nothing is asked for';
  if (livePayouts < 0 || livePayouts > 1) return `${livePayouts} live payouts`;
  const held = ['escrow', 'seller_payable', 'payout_transit', 'refund_transit'].reduce(
    (sum, account) => sum + own(account),
    0,
  );
  const toPayer = transaction.refunded + transaction.refundedTwice + transaction.chargedBack;
  const toSeller = transaction.paidOut + transaction.overpaid + transaction.keptForSeller + transaction.keptPaid;
  if (transaction.captured + transaction.platformLoss !== held + toPayer + toSeller + transaction.feeTaken)
    return `captured ${transaction.captured} + loss ${transaction.platformLoss} is not held ${held} + refunded ${transaction.refunded} (twice ${transaction.refundedTwice}) + charged back ${transaction.chargedBack} + paid out ${transaction.paidOut} + overpaid ${transaction.overpaid} + fee ${transaction.feeTaken} + kept ${transaction.keptForSeller} + kept and paid ${transaction.keptPaid}`;
  const settled = Object.entries(transaction.outside.settled)
    .filter(
      ([paymentId]) => (transaction.foreign[paymentId] ?? EURO) === currencyOf(transaction) && paymentId !== 'kept',
    )
    .reduce((sum, [, { amount }]) => sum + amount, 0);
  if (own('own_bank') !== transaction.keptPaid + settled) return 'the books know other bank transfers than the sale';
  if (own('fee_income') !== transaction.feeTaken + transaction.keptForSeller)
    return 'the books know another fee than the sale';
  if (own('seller_paid') !== transaction.paidOut + transaction.overpaid)
    return 'the books know another payout than the sale';
  const ofOther = transaction.lostOfOther[currencyOf(transaction)] ?? 0;
  if (own('platform_loss') + transaction.platformLoss + ofOther !== 0)
    return 'the books know another loss than the sale';
  if (isTerminal(transaction) && held !== 0) return `${held} cents are left in ${transaction.status}`;
  // a second payment has its own retry schedule
  const armed = armedDeadlines(transaction).filter(({ kind }) => kind !== 'duplicateRetry');
  if (isTerminal(transaction) && armed.length > 0) return `deadlines stand in ${transaction.status}`;
  if (heldMoney(transaction) < 0) return `holds ${heldMoney(transaction)}`;
  return undefined;
};
