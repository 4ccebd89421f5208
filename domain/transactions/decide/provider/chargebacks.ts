import { currencyCode } from '../../../shared/currencies.ts';
import type { Cents } from '../../../shared/money.ts';
import { beyondOwed, claimedPayment, isOfOther, lostOf, owedFor, owedOf } from '../../claims.ts';
import type { ProviderEvent, SellerStanding } from '../../commands.ts';
import { currencyOf } from '../../currency.ts';
import { escrowGate } from '../../escrowGate.ts';
import type { TransactionEvent } from '../../events.ts';
import { sellersShare } from '../../fees.ts';
import { givenBack } from '../../movements.ts';
import { hasOfTransaction, heldMoney, lostToPayer, mostPartialRefund, type Transaction } from '../../state.ts';
import type { Chargeback } from '../../stateShape.ts';
import { events, type Following, type Step } from '../deciding.ts';
import { goOn, holdForStaff, remainingAt, requestRefund, watchAgain } from '../following.ts';
import { onRecord } from './recording.ts';

type Event = Extract<ProviderEvent, { chargebackId: string }>;
/** A statement of the bank about a chargeback, or of staff in its place. */
type Said = Pick<Event, 'chargebackId' | 'amount' | 'paymentId' | 'reason' | 'respondBy'> & {
  occurredAt?: number;
  /** The sum of the claim, if `amount` is only its rest. */
  whole?: number;
};

type Counted = Event & Pick<Said, 'whole'>;

const saidAt = ({ occurredAt }: Said): { saidAt?: number } => (occurredAt === undefined ? {} : { saidAt: occurredAt });

/** Whether a refund is under way; its money covers nothing else unless it fails. */
const onItsWay = ({ money, refund }: Transaction): boolean => money === 'refunding' && refund?.state === 'requested';

/** Whether some of the money is here to be held. */
const canHold = (transaction: Transaction): boolean =>
  escrowGate.admits(transaction, 'ChargebackOpened') && !(onItsWay(transaction) && transaction.inEscrow === 0);

/** A chargeback holds money that is still here, unless our debt for duplicates covers it. Later it is only a staff case. */
const opened =
  (said: Said, at: number): Following =>
  (transaction) =>
    canHold(transaction) && beyondOwed(transaction, said.chargebackId, said) > 0
      ? [holding(said, at, transaction)]
      : [late(said, at, transaction)];

/** What the bank wants to know, and until when. */
const asked = ({ reason, respondBy }: Said) => ({
  ...(reason !== undefined && { reason }),
  ...(respondBy !== undefined && { respondBy }),
});

const holding = (said: Said, at: number, transaction: Transaction): TransactionEvent => {
  const { chargebackId, amount } = said;
  return {
    type: 'ChargebackOpened',
    data: { at, chargebackId, amount, remaining: remainingAt(transaction, at), ...asked(said) },
  };
};

const late = (said: Said, at: number, transaction: Transaction, currency?: string): TransactionEvent => {
  const { chargebackId, amount, paymentId } = said;
  const isNamed = paymentId !== undefined && paymentId !== transaction.paymentId;
  const other = currency === undefined || currency === currencyOf(transaction) ? {} : { currency };
  const named = { ...other, ...(isNamed && { paymentId }) };
  return { type: 'LateChargebackOpened', data: { at, chargebackId, amount, ...named, ...asked(said) } };
};

/** Opens a chargeback that we hear of only when it is lost, unless our debt for duplicates covers it. */
const begun =
  (said: Said, at: number): Following =>
  (transaction) => {
    const { stands } = transaction.chargebacks[said.chargebackId] ?? {};
    const claim = { ...said, amount: said.whole ?? said.amount };
    const owed = owedFor(transaction, said);
    if (stands === 'open' || (stands === 'lateOpen' && owed === 0)) return [];
    if (canHold(transaction) && said.amount > owed) return [holding(claim, at, transaction)];
    return stands === 'lateOpen' ? [] : [late(claim, at, transaction)];
  };

/** Whether another chargeback holds the money. */
const isHeldByOthers = ({ chargebacks }: Transaction, chargebackId: string): boolean =>
  Object.entries(chargebacks).some(([id, { stands }]) => id !== chargebackId && stands === 'open');

const won = (said: Said, at: number, seller: SellerStanding, transaction: Transaction): Step[] => {
  const { chargebackId } = said;
  const data = { at, chargebackId, ...saidAt(said) };
  if (transaction.chargebacks[chargebackId]?.stands === 'lateOpen') return [{ type: 'LateChargebackWon', data }];
  if (isHeldByOthers(transaction, chargebackId)) return [{ type: 'OneChargebackWon', data }];
  return [{ type: 'ChargebackWon', data }, goOn(seller, at), sendBackRest(at)];
};

const isAllThePayers = ({ money, shippedAt, refund }: Transaction): boolean =>
  (money === 'escrow' && shippedAt === null) || (money === 'refunding' && refund?.whole === true);

/** The loss that ends the transaction: the seller's share, or the last cent if all is the payer's. */
const endingLoss = (transaction: Transaction): number =>
  isAllThePayers(transaction) ? heldMoney(transaction) : mostPartialRefund(transaction);

/**
 * Our debt for duplicates covers the loss first, then held money. The transaction ends if the seller's share is gone, else it continues
 * with less. A refund under way cannot be taken back, so a loss that only it could cover is ours.
 */
const lost =
  (said: Said, at: number): Following =>
  (transaction) => {
    const { chargebackId, amount } = said;
    const owed = Math.min(amount, owedFor(transaction, transaction.chargebacks[chargebackId] ?? {}));
    const rest = amount - owed;
    const data = { at, chargebackId, amount, ...(owed > 0 && { owed }), ...saidAt(said) };
    if (transaction.chargebacks[chargebackId]?.stands === 'lateOpen') return [{ type: 'LateChargebackLost', data }];
    const takesOfTransaction = owed === 0 || rest > 0;
    if (takesOfTransaction && !onItsWay(transaction) && rest >= endingLoss(transaction))
      return [{ type: 'ChargebackLost', data }];
    const ours = onItsWay(transaction) ? Math.max(0, rest - transaction.inEscrow) : 0;
    const holdGoesOn =
      isHeldByOthers(transaction, chargebackId) &&
      !(takesOfTransaction && onItsWay(transaction) && rest >= transaction.inEscrow);
    return [{ type: holdGoesOn ? 'OneChargebackPartlyLost' : 'ChargebackPartlyLost', data: { ...data, ours } }];
  };

/** Whether the payment paid for nothing and was kept only for the bank's claim. */
const sendBackRest =
  (at: number): Following =>
  (transaction) =>
    transaction.status === 'REFUND_BUYER' && transaction.money === 'escrow' && transaction.chargeback !== 'open'
      ? requestRefund('all', at)(transaction)
      : [];

/** The rest goes to the seller or back, unless another claim needs it. */
const afterLoss =
  (seller: SellerStanding, at: number): Following =>
  (transaction) => {
    const held = heldForChargebacks(at)(transaction);
    if (held.length > 0) return held;
    return transaction.status === 'REFUND_BUYER' ? sendBackRest(at)(transaction) : goOn(seller, at)(transaction);
  };

/** The end of a chargeback that held nothing resumes nothing. */
const taken = (said: Said, at: number, seller: SellerStanding): Step[] => [
  begun(said, at),
  (transaction) => {
    const losses = lost(said, at)(transaction);
    const isLate = losses.some(({ type }) => type === 'LateChargebackLost');
    return events(transaction, ...losses, isLate ? heldForChargebacks(at) : afterLoss(seller, at));
  },
];

/** Nothing was shipped, so the money is the buyer's. If a refund was tried, it may still arrive, so staff look first. */
const backUnshipped =
  (at: number): Following =>
  (transaction) =>
    transaction.shippedAt === null && transaction.refund === null && escrowGate.admits(transaction, 'RefundRequested')
      ? requestRefund('all', at)(transaction)
      : [];
const forStaff =
  (at: number): Following =>
  (transaction) =>
    transaction.money === 'escrow'
      ? holdForStaff(at, 'the payer’s bank gave back what it had taken: somebody has to say whose it is')(transaction)
      : [];

/** Whether more returned than our loss, and the transaction opens again. If the item was shipped, the excess is fee unless the seller has a part. */
const opensAgain = (transaction: Transaction, amount: number): boolean => {
  const { rest } = givenBack(transaction, amount);
  const again = rest + transaction.feeTaken + transaction.keptForSeller;
  return rest > 0 && (transaction.shippedAt === null || sellersShare(again, transaction.fee) > 0);
};

/** The seller's part of money that returns after their payout began; our loss is repaid first. */
const keptOf = (transaction: Transaction, amount: number): { kept?: number } => {
  const { rest } = givenBack(transaction, amount);
  return (transaction.money === 'transit' || transaction.money === 'paid') && rest > 0 ? { kept: rest } : {};
};

/** The part of returning money that a decision gave to the payer, who lacks it now. */
const shortOfDecided = (transaction: Transaction, amount: number): number => {
  const { refund, refundInTransit } = transaction;
  if (!refund || refund.whole) return 0;
  // the sum requested first may still arrive
  if (refund.state === 'failed' && refund.silent) return 0;
  const { rest } = givenBack(transaction, amount);
  return Math.min(rest, Math.max(0, refund.due - (hasOfTransaction(transaction) - rest + refundInTransit)));
};

const owedByDecision = ({ chargebackId, amount, ...said }: Said, at: number): TransactionEvent => ({
  type: 'LateChargebackReversed',
  data: { at, chargebackId, amount, owed: amount, ...saidAt({ chargebackId, amount, ...said }) },
});

/** The part of returning money that we owe for duplicates again, after this transaction has its own part back. */
const reversed = (said: Said, at: number, transaction: Transaction): Step[] => {
  const { chargebackId, amount } = said;
  const { amount: lost = amount, owed: paid = 0, back = 0 } = transaction.chargebacks[chargebackId] ?? {};
  const given = Math.min(amount - back, lost);
  if (given <= 0 && back > 0) return [];
  const backToTransaction = Math.min(given, lost - paid);
  const rest = given - backToTransaction;
  const toPayer = shortOfDecided(transaction, backToTransaction);
  const ofTransaction = backToTransaction - toPayer;
  return [
    ...(ofTransaction > 0 || given === 0
      ? reversedToTransaction({ ...said, amount: ofTransaction }, at, transaction)
      : []),
    ...(toPayer > 0 ? [owedByDecision({ ...said, amount: toPayer }, at)] : []),
    ...(rest > 0 ? [owedAgain({ ...said, amount: rest }, at)] : []),
  ];
};

/** The part of returning money that we still owe the payer. Our loss by other claims on the payment is repaid first. */
const owedOfBack = (transaction: Transaction, claim: Chargeback, amount: number): { owed?: number } => {
  const paymentId = claimedPayment(transaction, claim);
  const owed = paymentId === null ? 0 : amount - Math.min(amount, lostOf(transaction, paymentId));
  return owed > 0 ? { owed } : {};
};

const owedAgain =
  (said: Said, at: number): Following =>
  (transaction) => {
    const { chargebackId, amount } = said;
    const owed = owedOfBack(transaction, transaction.chargebacks[chargebackId] ?? UNKNOWN, amount);
    return [{ type: 'LateChargebackReversed', data: { at, chargebackId, amount, ...owed, ...saidAt(said) } }];
  };

/** Lost money is back. If its loss had ended the transaction, the buyer gets it or staff decide. */
const reversedToTransaction = (said: Said, at: number, transaction: Transaction): Step[] => {
  const { chargebackId, amount } = said;
  const data = { at, chargebackId, amount, ...saidAt(said) };
  if (opensAgain(transaction, data.amount) && escrowGate.admits(transaction, 'ChargebackReversed'))
    return [
      { type: 'ChargebackReversed', data },
      heldForChargebacks(at),
      backUnshipped(at),
      forStaff(at),
      watchAgain(at),
    ];
  const reversal: Step = escrowGate.admits(transaction, 'ChargebackPartlyReversed')
    ? { type: 'ChargebackPartlyReversed', data }
    : { type: 'LateChargebackReversed', data: { ...data, ...keptOf(transaction, data.amount) } };
  return [reversal, heldForChargebacks(at), watchAgain(at)];
};

/** A chargeback won before we heard that it was opened; its opening no longer counts. */
const wonBefore = (said: Said, at: number, currency?: string): TransactionEvent => ({
  type: 'ProviderFactRecorded',
  data: {
    at,
    kind: 'chargeback.won',
    reference: said.chargebackId,
    amount: said.amount,
    ...(currency !== undefined && { currency }),
    ...saidAt(said),
  },
});

const restOf = (event: Event, returned: Cents): Counted => ({
  ...event,
  amount: event.amount - returned,
  ...(returned > 0 && { whole: event.amount }),
});

/**
 * A statement older than one we have no longer counts, except the return of a part: the bank keeps the rest, whichever it says first. A
 * loss or opening after such a return is only of the rest. Returns that rest.
 */
const unlessOvertaken = (event: Event, known: Chargeback | undefined): Counted | undefined => {
  const { wonAt = -1, lostAt = -1, amount: kept = 0, back = 0, stands } = known ?? {};
  const { kind, occurredAt, amount } = event;
  if (kind === 'chargeback.won') {
    const isOfPart = stands === 'lost' && amount > 0 && amount < kept + back;
    return occurredAt <= wonAt || (occurredAt < lostAt && !isOfPart) ? undefined : event;
  }
  if (stands !== 'won') return event;
  if (kind === 'chargeback.opened')
    return back > 0 && amount > back ? restOf({ ...event, kind: 'chargeback.lost' }, back) : event;
  const returned = occurredAt < wonAt ? kept : back;
  if (amount > returned) return restOf(event, returned);
  return occurredAt < wonAt ? undefined : event;
};

/** The bank keeps the part of an open claim that it does not return, in whichever order it says so. */
const wonInPart = (said: Said, at: number, seller: SellerStanding, transaction: Transaction): Step[] => {
  const { chargebackId } = said;
  const { amount = 0 } = transaction.chargebacks[chargebackId] ?? {};
  return [...taken({ chargebackId, amount }, at, seller), (current) => events(current, ...reversed(said, at, current))];
};

const UNKNOWN: Chargeback = { amount: 0, stands: 'won' };

/** Only our debt for the same payment covers the loss. */
const lostOfOther =
  (said: Said, at: number): Following =>
  (transaction) => {
    const { chargebackId, amount } = said;
    const { currency, ...claim } = transaction.chargebacks[chargebackId] ?? {};
    const owed = Math.min(amount, owedFor(transaction, { ...claim, currency }));
    const data = {
      at,
      chargebackId,
      amount,
      ...(currency && { currency }),
      ...(owed > 0 && { owed }),
      ...saidAt(said),
    };
    return [{ type: 'LateChargebackLost', data }];
  };

/** The money repays our loss first; we owe the excess to the payer again. */
const reversedOfOther =
  (said: Said, at: number): Following =>
  (transaction) => {
    const { chargebackId } = said;
    const claim = transaction.chargebacks[chargebackId] ?? UNKNOWN;
    const { currency, back = 0 } = claim;
    const amount = Math.min(said.amount - back, claim.amount);
    if (amount <= 0 && back > 0) return [];
    const data = {
      at,
      chargebackId,
      amount,
      ...(currency && { currency }),
      ...(owedOf(transaction, claim) && owedOfBack(transaction, claim, amount)),
      ...saidAt(said),
    };
    return [{ type: 'LateChargebackReversed', data }];
  };

/** A claim on another payment or in another currency than the first. Held money cannot cover it: it is our loss, and a staff case. */
const ofOtherMoney = (
  said: Said & Pick<Event, 'kind'>,
  at: number,
  currency: string,
  transaction: Transaction,
): Step[] => {
  const { kind, chargebackId, amount } = said;
  const known = transaction.chargebacks[chargebackId];
  const claim = { ...said, amount: said.whole ?? amount };
  const begins: Step[] = known?.stands === 'lateOpen' ? [] : [late(claim, at, transaction, currency)];
  switch (kind) {
    case 'chargeback.opened':
      return known ? [] : begins;
    case 'chargeback.lost':
      return known?.stands === 'lost' ? [] : [...begins, lostOfOther(said, at)];
    case 'chargeback.won':
      if (known?.stands === 'lost') return [reversedOfOther(said, at)];
      if (known?.stands === 'lateOpen' && amount > 0 && amount < known.amount)
        return [lostOfOther({ chargebackId, amount: known.amount }, at), reversedOfOther(said, at)];
      if (known?.stands === 'lateOpen')
        return [{ type: 'LateChargebackWon', data: { at, chargebackId, ...saidAt(said) } }];
      return known ? [] : [wonBefore(said, at, currency)];
  }
};

/** The payment of a claim; an earlier statement may have named it. */
const named = (event: Event, { paymentId: own, chargebacks }: Transaction): string | undefined => {
  const known = chargebacks[event.chargebackId];
  const payment = known?.paymentId ?? (known && known.stands !== 'won' ? undefined : event.paymentId);
  return payment === own ? undefined : payment;
};

/** The bank's statements come in any order, even before the payment, and it may change its mind. A loss without an opening adds one. */
export const chargeback = (told: Event, at: number, seller: SellerStanding, transaction: Transaction): Step[] => {
  const { chargebackId } = told;
  if (transaction.status === 'draft') return [onRecord(told, at, chargebackId, told.amount)];
  const known = transaction.chargebacks[chargebackId];
  const counts = unlessOvertaken(told, known);
  if (!counts) return [];
  const { paymentId: _, ...word } = counts;
  const paymentId = named(told, transaction);
  const event: typeof counts = paymentId === undefined ? word : { ...word, paymentId };
  const { kind, amount } = event;
  const currency = known?.currency ?? currencyCode(event.currency ?? currencyOf(transaction));
  if (kind === 'chargeback.won' && known?.stands === 'won')
    return amount > (known.back ?? amount) ? [wonBefore(event, at, known.currency)] : [];
  if (currency !== currencyOf(transaction) || isOfOther(transaction, event))
    return ofOtherMoney(event, at, currency, transaction);
  const stands = known?.stands;
  switch (kind) {
    case 'chargeback.opened':
      return stands ? [] : [opened(event, at)];
    case 'chargeback.won':
      if (stands === 'lost') return reversed(event, at, transaction);
      if (!known) return [wonBefore(event, at)];
      // without a sum it is not about a part
      return amount > 0 && amount < known.amount
        ? wonInPart(event, at, seller, transaction)
        : won(event, at, seller, transaction);
    case 'chargeback.lost':
      if (stands === 'lost') return [];
      return taken(event, at, seller);
  }
};

/** Open claims hold money again that had left or was leaving and is back. */
export const heldForChargebacks =
  (at: number): Following =>
  (transaction) =>
    canHold(transaction)
      ? Object.entries(transaction.chargebacks)
          .filter(([id, claim]) => isHeldHere(claim, transaction) && beyondOwed(transaction, id, claim) > 0)
          .map(([chargebackId, { amount }]) => holding({ chargebackId, amount }, at, transaction))
      : [];

/** Whether held money covers the claim. */
const isHeldHere = (claim: Chargeback, transaction: Transaction): boolean =>
  claim.stands === 'lateOpen' && claim.currency === undefined && !isOfOther(transaction, claim);

/** Money that is held or did not leave repays our loss. */
export const recoverLoss =
  (at: number): Following =>
  (transaction) => {
    const total = lostToPayer(transaction);
    const loss = onItsWay(transaction) ? Math.min(total, transaction.inEscrow) : total;
    if (loss <= 0) return [];
    if (!onItsWay(transaction) && loss >= endingLoss(transaction) && escrowGate.admits(transaction, 'LossRecovered'))
      return [{ type: 'LossRecovered', data: { at, amount: Math.min(loss, heldMoney(transaction)) } }];
    return escrowGate.admits(transaction, 'LossPartlyRecovered')
      ? [{ type: 'LossPartlyRecovered', data: { at, amount: loss } }]
      : [];
  };

/** What follows when a chargeback ends as the bank would say it. */
export const followEnd = (
  chargebackId: string,
  outcome: 'won' | 'lost',
  at: number,
  seller: SellerStanding,
  transaction: Transaction,
): Step[] => {
  const claim = transaction.chargebacks[chargebackId] ?? UNKNOWN;
  const { amount, currency = currencyOf(transaction) } = claim;
  const said = { chargebackId, amount };
  if (currency !== currencyOf(transaction) || isOfOther(transaction, claim))
    return ofOtherMoney({ ...said, kind: `chargeback.${outcome}` }, at, currency, transaction);
  return outcome === 'won' ? won(said, at, seller, transaction) : taken(said, at, seller);
};
