import type { Cents } from '../shared/money.ts';
import { isOfOther, lostOfOthers, sentOfOthers, takenOfOthers } from './claims.ts';
import { currencyIn, currencyOf } from './currency.ts';
import type { TransactionEvent } from './events.ts';
import { suffixOf } from './ledgerAccounts.ts';
import { heldMoney, isRefundOf, lostToPayer, type Transaction } from './state.ts';
import type { Balances } from './stateShape.ts';

/**
 * Each currency has accounts of its own: `escrow:{sale}` in euros, `escrow.usd:{sale}` in dollars. Sums are in the smallest unit.
 *
 * An entry: positive adds to what an account holds or has received, negative takes. `psp_clearing` and `platform_loss` run below zero:
 * the money that came in from the provider, and what the marketplace paid itself. `own_bank`: what was paid from the marketplace's own bank
 * account in the provider's place. The entries of one event sum to 0.
 */
export type Posting = { account: string; amount: Cents };

type Account = 'psp_clearing' | 'own_bank' | 'fee_income' | 'seller_paid' | 'platform_loss' | OfOneTransaction;
type OfOneTransaction = 'escrow' | 'seller_payable' | 'payout_transit' | 'refund_transit' | 'duplicate';

const OF_ONE_TRANSACTION: readonly string[] = [
  'escrow',
  'seller_payable',
  'payout_transit',
  'refund_transit',
  'duplicate',
];

/** In which account of the books each balance of a sale is a part. */
const BOOKED_IN: Record<keyof Balances, { account: Account; sign: 1 | -1 }> = {
  captured: { account: 'psp_clearing', sign: -1 },
  inEscrow: { account: 'escrow', sign: 1 },
  refundInTransit: { account: 'refund_transit', sign: 1 },
  refunded: { account: 'psp_clearing', sign: 1 },
  refundedTwice: { account: 'psp_clearing', sign: 1 },
  chargedBack: { account: 'psp_clearing', sign: 1 },
  payable: { account: 'seller_payable', sign: 1 },
  payoutInTransit: { account: 'payout_transit', sign: 1 },
  paidOut: { account: 'seller_paid', sign: 1 },
  overpaid: { account: 'seller_paid', sign: 1 },
  feeTaken: { account: 'fee_income', sign: 1 },
  keptForSeller: { account: 'fee_income', sign: 1 },
  keptPaid: { account: 'own_bank', sign: 1 },
  platformLoss: { account: 'platform_loss', sign: -1 },
};

/** By balance of the sale; what was paid twice is beside them, by account. */
type Movement = Partial<Balances & { psp_clearing: Cents; own_bank: Cents; platform_loss: Cents; duplicate: Cents }>;

const NONE: Movement = {};

/** What a bank has taken of what was owed beside the sale; below zero: given back to it. */
const paidByOwed = (owed: Cents): Movement => (owed === 0 ? NONE : { duplicate: -owed, psp_clearing: owed });

/** What is kept for the seller pays for the bank's claims before anything is our loss. */
const beyondHeld = (amount: Cents, { keptForSeller }: Transaction): Movement => {
  const fromKept = Math.min(amount, keptForSeller);
  return { keptForSeller: -fromKept, platformLoss: amount - fromKept };
};

/** Taken by the payer's bank: from the seller's part first, then the fee, and beyond that at the marketplace's loss. */
const chargedBack = (amount: Cents, transaction: Transaction): Movement => {
  const held = heldMoney(transaction);
  return {
    inEscrow: -transaction.inEscrow,
    refundInTransit: -transaction.refundInTransit,
    payable: -transaction.payable,
    feeTaken: Math.max(0, held - amount) - transaction.feeTaken,
    chargedBack: amount,
    ...beyondHeld(Math.max(0, amount - held), transaction),
  };
};

const lateLost = (
  { amount, owed = 0 }: { amount: Cents; owed?: Cents | undefined },
  transaction: Transaction,
): Movement => ({
  ...beyondHeld(amount - owed, transaction),
  chargedBack: amount - owed,
  ...paidByOwed(owed),
});

/** Of a refund, what nobody is charged with; what the payer had from us already is nobody else's to make good. */
const arrivedBeyond = ({
  amount,
  ours,
  twice = 0,
}: {
  amount: Cents;
  ours: Cents;
  twice?: Cents | undefined;
}): Movement => {
  const lost = ours + twice;
  return {
    refundInTransit: lost - amount,
    refunded: amount - twice,
    platformLoss: lost,
    ...(twice > 0 && { refundedTwice: twice }),
  };
};

/** What is due beyond it stands apart from the fee. */
const arrivedLate = ({ amount, kept = 0 }: { amount: Cents; kept?: Cents | undefined }): Movement => ({
  payable: -amount - kept,
  paidOut: amount,
  keptForSeller: kept,
});

const otherLost = ({ amount, owed = 0 }: { amount: Cents; owed?: Cents | undefined }): Movement => ({
  psp_clearing: amount,
  duplicate: -owed,
  platform_loss: owed - amount,
});

const isOfOwnPayment = ({ paymentId, duplicates }: Transaction, refundId: string): boolean => {
  const owed = paymentId === null ? undefined : duplicates[paymentId];
  return owed !== undefined && isRefundOf(owed, refundId);
};

/** Where the sale goes on, a sum is taken from what is released, or from escrow and then from a refund that has failed. */
export const takenFrom = (
  transaction: Transaction,
  amount: Cents,
): Pick<Balances, 'inEscrow' | 'refundInTransit' | 'payable'> => {
  if (transaction.money === 'payable') return { inEscrow: 0, refundInTransit: 0, payable: amount };
  const inEscrow = Math.min(amount, transaction.inEscrow);
  return { inEscrow, refundInTransit: amount - inEscrow, payable: 0 };
};

const taken = (transaction: Transaction, amount: Cents): Movement => {
  const { inEscrow, refundInTransit, payable } = takenFrom(transaction, amount);
  return { inEscrow: -inEscrow, refundInTransit: -refundInTransit, payable: -payable };
};

/** What the bank gives back pays for our own loss first; the rest is where the sale's money is. */
export const givenBack = (transaction: Transaction, amount: Cents): { ours: Cents; rest: Cents } => {
  const ours = Math.min(amount, lostToPayer(transaction));
  return { ours, rest: amount - ours };
};

const partlyReversed = (transaction: Transaction, amount: Cents): Movement => {
  const { ours, rest } = givenBack(transaction, amount);
  return {
    chargedBack: -amount,
    platformLoss: -ours,
    [transaction.money === 'payable' ? 'payable' : 'inEscrow']: rest,
  };
};

/** No balance of the sale pays for it. */
const isOfOtherMoney = (fact: TransactionEvent, transaction: Transaction): boolean =>
  currencyIn(fact, transaction) !== currencyOf(transaction) ||
  isClaimOfOther(fact, transaction) ||
  isSentOfOther(fact, transaction);

const isSentOfOther = ({ type, data }: TransactionEvent, { paymentId: own }: Transaction): boolean =>
  type === 'RefundMadeByHand' && data.byPayment === true && own !== null && data.paymentId !== own;

const isClaimOfOther = ({ data }: TransactionEvent, transaction: Transaction): boolean => {
  const claim = 'chargebackId' in data ? transaction.chargebacks[data.chargebackId] : undefined;
  return claim !== undefined && isOfOther(transaction, claim);
};

const movement = (fact: TransactionEvent, transaction: Transaction): Movement => {
  const { type, data } = fact;
  switch (type) {
    case 'PaymentCaptured':
    case 'PaymentMismatched':
    case 'LatePaymentReceived':
      return { captured: data.captured, inEscrow: data.captured };
    case 'DuplicatePaymentReceived':
      return {
        psp_clearing: -data.captured,
        duplicate: data.captured - (data.ours ?? 0),
        platform_loss: data.ours ?? 0,
      };
    case 'RefundCameBack': {
      const { amount, ours = 0, twice = 0 } = data;
      const owed = amount - ours - twice;
      // where it is not said: the sale's own loss first, and then that of other payments
      const ofTransaction = isOfOtherMoney(fact, transaction)
        ? 0
        : (data.ofSale ?? Math.min(ours, lostToPayer(transaction)));
      const refunds = ofTransaction === 0 ? NONE : { refunded: -ofTransaction };
      const balances = { ...refunds, ...(twice > 0 && { refundedTwice: -twice }) };
      const made = ofTransaction + twice;
      const others = { psp_clearing: made - amount, duplicate: owed, platform_loss: ours - ofTransaction };
      return { ...others, ...balances, ...(made > 0 && { platformLoss: -made }) };
    }
    case 'DuplicateRefundCompleted':
      return { duplicate: -data.amount, psp_clearing: data.amount };
    case 'SettledOutsideProvider':
      return data.what === 'kept'
        ? { keptForSeller: -data.amount, keptPaid: data.amount }
        : { psp_clearing: -data.amount, own_bank: data.amount };
    case 'DuplicateRefundFailed': {
      const { ours = 0, refundId } = data;
      if (ours === 0) return NONE;
      return isOfOwnPayment(transaction, refundId)
        ? { ...paidByOwed(ours), refunded: -ours, platformLoss: -ours }
        : { duplicate: -ours, platform_loss: ours };
    }
    case 'EscrowReleased':
      return { inEscrow: -data.toSeller - data.fee, payable: data.toSeller, feeTaken: data.fee };
    case 'ReleaseRevoked':
      return { inEscrow: data.toSeller + data.fee, payable: -data.toSeller, feeTaken: -data.fee };
    case 'RefundRequested':
      return { inEscrow: -data.amount, refundInTransit: data.amount };
    case 'RefundCompleted': {
      // the seller gets nothing: a fee that was kept is earned now
      const fee = transaction.refund?.fee ?? 0;
      return { refundInTransit: -data.amount, refunded: data.amount, inEscrow: -fee, feeTaken: fee };
    }
    case 'PartialRefundCompleted':
      return { refundInTransit: -data.amount, refunded: data.amount };
    case 'RefundArrivedLate':
      if (isOfOtherMoney(fact, transaction)) return { psp_clearing: data.amount, platform_loss: -data.amount };
      return arrivedBeyond(data);
    case 'RefundMadeByHand': {
      const { twice = 0 } = data;
      const fromDuplicate = data.amount - data.ours;
      if (isOfOtherMoney(fact, transaction))
        return { duplicate: -fromDuplicate, psp_clearing: data.amount, platform_loss: -data.ours };
      return {
        duplicate: -fromDuplicate,
        psp_clearing: fromDuplicate,
        refunded: data.ours - twice,
        platformLoss: data.ours,
        ...(twice > 0 && { refundedTwice: twice }),
      };
    }
    case 'PayoutInitiated':
      return { payable: -data.amount, payoutInTransit: data.amount };
    case 'PayoutCompleted':
      return { payoutInTransit: -data.amount, paidOut: data.amount };
    case 'PayoutFailed':
    case 'PayoutRefused':
      return { payoutInTransit: -transaction.payoutInTransit, payable: transaction.payoutInTransit };
    case 'PayoutReturned':
      return { paidOut: -data.amount, payable: data.amount };
    case 'PayoutArrivedLate':
      return arrivedLate(data);
    case 'PayoutOverpaid':
      return { platformLoss: data.amount, overpaid: data.amount };
    case 'OverpaymentCounted':
      return { ...arrivedLate(data), overpaid: -data.amount, platformLoss: -data.amount };
    case 'OverpaymentReturned':
      return { overpaid: -data.amount, platformLoss: -data.amount };
    case 'ChargebackLost': {
      const { amount, owed = 0 } = data;
      return { ...chargedBack(amount - owed, transaction), ...paidByOwed(owed) };
    }
    case 'ChargebackPartlyLost':
    case 'OneChargebackPartlyLost': {
      const { amount, ours, owed = 0 } = data;
      const lost = { chargedBack: amount - owed, platformLoss: ours };
      return { ...taken(transaction, amount - owed - ours), ...lost, ...paidByOwed(owed) };
    }
    case 'ChargebackReversed': {
      const { ours, rest } = givenBack(transaction, data.amount);
      // whoever gets it, the fee is divided anew
      return {
        chargedBack: -data.amount,
        platformLoss: -ours,
        inEscrow: rest + transaction.feeTaken + transaction.keptForSeller,
        feeTaken: -transaction.feeTaken,
        keptForSeller: -transaction.keptForSeller,
      };
    }
    case 'ChargebackPartlyReversed':
      return partlyReversed(transaction, data.amount);
    case 'LateChargebackReversed': {
      const { amount, kept = 0, owed = 0 } = data;
      if (isOfOtherMoney(fact, transaction))
        return { psp_clearing: -amount, duplicate: owed, platform_loss: amount - owed };
      const { ours, rest } = givenBack(transaction, amount - owed);
      const toTransaction = { platformLoss: -ours, feeTaken: rest - kept, keptForSeller: kept };
      return { chargedBack: owed - amount, ...toTransaction, ...paidByOwed(-owed) };
    }
    case 'LossRecovered':
      return { ...chargedBack(data.amount, transaction), chargedBack: 0, platformLoss: -data.amount };
    case 'LossPartlyRecovered':
      return { ...taken(transaction, data.amount), platformLoss: -data.amount };
    case 'LateChargebackLost':
      return isOfOtherMoney(fact, transaction) ? otherLost(data) : lateLost(data, transaction);
    // ── no money moves ──
    case 'TransactionCreated':
    case 'ShippingSet':
    case 'CheckoutOpened':
    case 'PaymentProcessing':
    case 'PaymentFailed':
    case 'TransactionExpired':
    case 'TransactionCancelled':
    case 'ShipmentDeadlineMissed':
    case 'ShipmentClockResumed':
    case 'ShipmentConfirmed':
    case 'DeliveryConfirmed':
    case 'EscrowPaused':
    case 'EscrowResumed':
    case 'PauseExpired':
    case 'EscrowClockResumed':
    case 'DisputeOpened':
    case 'DisputeContested':
    case 'SellerSilent':
    case 'DisputeReferred':
    case 'DisputeWithdrawn':
    case 'DisputeAccepted':
    case 'SettlementOffered':
    case 'SettlementAccepted':
    case 'SettlementRefused':
    case 'SettlementLapsed':
    case 'DisputeDecided':
    case 'DecisionProposed':
    case 'DraftShown':
    case 'StatementGiven':
    case 'QuestionAsked':
    case 'DecisionAppealed':
    case 'DecisionConfirmed':
    case 'DecisionRejected':
    case 'DecisionWithdrawn':
    case 'DecisionLapsed':
    case 'ReviewOverdue':
    case 'ReturnRequested':
    case 'ReturnApproved':
    case 'ReturnAddressGiven':
    case 'ReturnRefused':
    case 'ReturnShipped':
    case 'ReturnLapsed':
    case 'ReturnInspectionResumed':
    case 'ReturnReceived':
    case 'ReturnRejected':
    case 'RefundFailed':
    case 'RefundRetried':
    case 'DuplicateRefundRequested':
    case 'OutsideSettlementProposed':
    case 'OutsideSettlementRejected':
    case 'PayoutApproved':
    case 'PayoutPostponed':
    case 'PayoutApprovalWithdrawn':
    case 'ChargebackOpened':
    case 'ChargebackWon':
    case 'OneChargebackWon':
    case 'ChargebackEndedByStaff':
    case 'LateChargebackOpened':
    case 'LateChargebackWon':
    case 'LateClaimRecorded':
    case 'ProviderFactRecorded':
    case 'StaffHoldPlaced':
    case 'StaffHoldLifted':
    case 'EscalatedToStaff':
    case 'EscalationRenewed':
    case 'CaseClosed':
      return NONE;
  }
};

const isBalance = (name: string): name is keyof Balances => name in BOOKED_IN;

/** The double entry of a fact, in cents; empty where no money moves. `sale` is the sale as it was before the fact. */
export const postings = (event: TransactionEvent, transaction: Transaction): Posting[] => {
  const movements = movement(event, transaction);
  if (movements === NONE) return [];
  const amounts = new Map<string, Cents>();
  const suffix = suffixOf(currencyIn(event, transaction));
  for (const [name, moved] of Object.entries(movements)) {
    const { account, sign } = isBalance(name) ? BOOKED_IN[name] : { account: name, sign: 1 };
    amounts.set(account, (amounts.get(account) ?? 0) + sign * moved);
  }
  return [...amounts]
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({
      account: `${account}${suffix}${OF_ONE_TRANSACTION.includes(account) ? `:${transaction.id}` : ''}`,
      amount,
    }));
};

const sum = (amounts: Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

type Gone = Pick<Balances, 'refunded' | 'chargedBack' | 'platformLoss'>;

/** What had left in a currency before any payment was told: the balances of the sale, once its own payment has come in that. */
const goneBefore = (currency: string, paymentId: string, transaction: Transaction): Gone => {
  const isOfIt = (each: { currency?: string | undefined }) => (each.currency ?? currencyOf(transaction)) === currency;
  const refunds = Object.values(transaction.refundsDone).filter(isOfIt);
  const lost = Object.values(transaction.chargebacks).filter((each) => each.stands === 'lost' && isOfIt(each));
  const refunded = sum(refunds.map(({ amount }) => amount)) - sentOfOthers(transaction, paymentId, currency);
  const all = sum(lost.map(({ amount, owed = 0 }) => amount - owed));
  const chargedBack = all - takenOfOthers(transaction, paymentId, currency);
  return { refunded, chargedBack, platformLoss: refunded + chargedBack };
};

const isOwnPayment = (event: TransactionEvent) =>
  event.type === 'PaymentMismatched' || event.type === 'LatePaymentReceived' || event.type === 'PaymentCaptured';

/** What the bank had taken, or somebody had sent back, of other payments before the sale's own was told is no loss of the sale's. */
const withoutOthers = (transaction: Transaction, paymentId: string, currency: string): Partial<Balances> => {
  const taken = takenOfOthers(transaction, paymentId, currency);
  const sent = sentOfOthers(transaction, paymentId, currency);
  if (taken + sent === 0) return {};
  return {
    chargedBack: transaction.chargedBack - taken,
    refunded: transaction.refunded - sent,
    platformLoss: transaction.platformLoss - taken - sent,
  };
};

const balancesBefore = (event: TransactionEvent, transaction: Transaction): Partial<Balances> => {
  if (!isOwnPayment(event)) return {};
  const currency = currencyIn(event, transaction);
  const { paymentId } = event.data;
  return isOfOtherMoney(event, transaction)
    ? goneBefore(currency, paymentId, transaction)
    : withoutOthers(transaction, paymentId, currency);
};

/** By currency, what of other money was lost once the sale's own payment is told; what counts in the balances counts no second time. */
const lostBefore = (
  currency: string,
  paymentId: string,
  transaction: Transaction,
): Partial<Pick<Transaction, 'lostOfOther'>> => {
  const ofOthers = lostOfOthers(transaction, paymentId, currency);
  if (currency === currencyOf(transaction))
    return ofOthers === 0 ? NOTHING_LOST : { lostOfOther: { ...transaction.lostOfOther, [currency]: ofOthers } };
  const { [currency]: _, ...others } = transaction.lostOfOther;
  const before = lostToPayer(transaction);
  const lost = {
    ...(before > 0 && { [currencyOf(transaction)]: before }),
    ...(ofOthers > 0 && { [currency]: ofOthers }),
  };
  return { lostOfOther: { ...others, ...lost } };
};

const NOTHING_LOST = {};
/** Beside the balances, by currency. */
const lostOfOtherAfter = (
  event: TransactionEvent,
  moved: Movement,
  transaction: Transaction,
): Partial<Pick<Transaction, 'lostOfOther'>> => {
  const currency = currencyIn(event, transaction);
  if (isOwnPayment(event)) return lostBefore(currency, event.data.paymentId, transaction);
  const { platform_loss: made = 0 } = moved;
  if (made === 0) return NOTHING_LOST;
  return { lostOfOther: { ...transaction.lostOfOther, [currency]: (transaction.lostOfOther[currency] ?? 0) - made } };
};

/**
 * The balances that a fact changes, as they are after it: what the postings of the sale add up to, in the currency of its own payment,
 * and in euros until that has come.
 */
export const balancesAfter = (
  event: TransactionEvent,
  transaction: Transaction,
): Partial<Balances & Pick<Transaction, 'lostOfOther'>> => {
  const moved = movement(event, transaction);
  if (moved === NONE) return NONE;
  const changed = balancesBefore(event, transaction);
  for (const name of Object.keys(moved)) if (isBalance(name)) changed[name] = transaction[name] + (moved[name] ?? 0);
  return { ...changed, ...lostOfOtherAfter(event, moved, transaction) };
};
