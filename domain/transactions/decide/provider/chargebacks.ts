import { currencyCode } from '../../../shared/currencies.ts';
import { record, reject } from '../../../shared/decider.ts';
import { beyondOwed, claimedPayment, isOfOther, lostOf, owedFor, owedOf } from '../../claims.ts';
import type { ProviderEvent, SellerStanding } from '../../commands.ts';
import { currencyOf } from '../../currency.ts';
import { escrowGate } from '../../escrowGate.ts';
import type { TransactionEvent } from '../../events.ts';
import { sellersShare } from '../../fees.ts';
import { givenBack } from '../../movements.ts';
import {
  hasOfTransaction,
  heldMoney,
  lostToPayer,
  mostPartialRefund,
  openChargebacks,
  type Transaction,
} from '../../state.ts';
import type { Chargeback } from '../../stateShape.ts';
import { type Decide, events, type Following, isBlank, type Step } from '../deciding.ts';
import { goOn, holdForStaff, remainingAt, requestRefund, watchAgain } from '../following.ts';
import { onRecord } from './recording.ts';

type Event = Extract<ProviderEvent, { chargebackId: string }>;
/** What the bank, or the staff in its place, say of one. */
type Said = Pick<Event, 'chargebackId' | 'amount' | 'paymentId'> & { occurredAt?: number };

const saidAt = ({ occurredAt }: Said): { saidAt?: number } => (occurredAt === undefined ? {} : { saidAt: occurredAt });

/** Under way to the payer: it pays for nothing else, unless it fails. */
const onItsWay = ({ money, refund }: Transaction): boolean => money === 'refunding' && refund?.state === 'requested';

/** Some of the money is here, and can be held. */
const canHold = (transaction: Transaction): boolean =>
  escrowGate.admits(transaction, 'ChargebackOpened') && !(onItsWay(transaction) && transaction.inEscrow === 0);

/** With money still here it is a hold, whatever else holds it, but on what is owed beside the sale; later only a case for the staff. */
const opened =
  (said: Said, at: number): Following =>
  (transaction) =>
    canHold(transaction) && beyondOwed(transaction, said.chargebackId, said) > 0
      ? [holding(said, at, transaction)]
      : [late(said, at, transaction)];

const holding = ({ chargebackId, amount }: Said, at: number, transaction: Transaction): TransactionEvent => ({
  type: 'ChargebackOpened',
  data: { at, chargebackId, amount, remaining: remainingAt(transaction, at) },
});

const late = (
  { chargebackId, amount, paymentId }: Said,
  at: number,
  transaction: Transaction,
  currency?: string,
): TransactionEvent => {
  const isNamed = paymentId !== undefined && paymentId !== transaction.paymentId;
  const other = currency === undefined || currency === currencyOf(transaction) ? {} : { currency };
  return { type: 'LateChargebackOpened', data: { at, chargebackId, amount, ...other, ...(isNamed && { paymentId }) } };
};

/** Before it is lost: what is owed beside the sale pays for it, or the sale is held for it. */
const begun =
  (said: Said, at: number): Following =>
  (transaction) => {
    const { stands } = transaction.chargebacks[said.chargebackId] ?? {};
    const owed = owedFor(transaction, said);
    if (stands === 'open' || (stands === 'lateOpen' && owed === 0)) return [];
    if (canHold(transaction) && said.amount > owed) return [holding(said, at, transaction)];
    return stands === 'lateOpen' ? [] : [late(said, at, transaction)];
  };

/** Besides this one, another holds the money. */
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

/** Where the seller has a share, its loss ends the sale, and the fee is kept; what is all the payer's ends with its last cent. */
const endingLoss = (transaction: Transaction): number =>
  isAllThePayers(transaction) ? heldMoney(transaction) : mostPartialRefund(transaction);

/**
 * What is owed to the payer beside the sale pays first, and what is held then. Its share gone, the seller has nothing to expect and the
 * sale ends; a smaller loss leaves a smaller sale. Of a refund on its way nothing can be taken: what only that could pay for is ours.
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

/** Of a payment that no sale came of: it was kept for the bank's claim alone. */
const sendBackRest =
  (at: number): Following =>
  (transaction) =>
    transaction.status === 'REFUND_BUYER' && transaction.money === 'escrow' && transaction.chargeback !== 'open'
      ? requestRefund('all', at)(transaction)
      : [];

/** What is left goes on, or back, unless another claim has only that now. */
const afterLoss =
  (seller: SellerStanding, at: number): Following =>
  (transaction) => {
    const held = heldForChargebacks(at)(transaction);
    if (held.length > 0) return held;
    return transaction.status === 'REFUND_BUYER' ? sendBackRest(at)(transaction) : goOn(seller, at)(transaction);
  };

/** What had not held the sale lets nothing go on. */
const taken = (said: Said, at: number, seller: SellerStanding): Step[] => [
  begun(said, at),
  (transaction) => {
    const losses = lost(said, at)(transaction);
    const isLate = losses.some(({ type }) => type === 'LateChargebackLost');
    return events(transaction, ...losses, isLate ? heldForChargebacks(at) : afterLoss(seller, at));
  },
];

/** Nothing was shipped for it: it is the buyer's. A refund that had been tried may have arrived after all: then the staff look first. */
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

/** More is here again than our loss. Where the item was shipped it is only more of the fee, unless some of it is the seller's. */
const opensAgain = (transaction: Transaction, amount: number): boolean => {
  const { rest } = givenBack(transaction, amount);
  const again = rest + transaction.feeTaken + transaction.keptForSeller;
  return rest > 0 && (transaction.shippedAt === null || sellersShare(again, transaction.fee) > 0);
};

/** Of what comes back while the seller is being paid without it, or has been: theirs, once our loss is made good. */
const keptOf = (transaction: Transaction, amount: number): { kept?: number } => {
  const { rest } = givenBack(transaction, amount);
  return (transaction.money === 'transit' || transaction.money === 'paid') && rest > 0 ? { kept: rest } : {};
};

/** Of what comes back to the sale: its bank had it of a part that was decided to be the payer's, who is without that now. */
const shortOfDecided = (transaction: Transaction, amount: number): number => {
  const { refund, refundInTransit } = transaction;
  if (!refund || refund.whole) return 0;
  // as much as was asked for first may still arrive
  if (refund.state === 'failed' && refund.silent) return 0;
  const { rest } = givenBack(transaction, amount);
  return Math.min(rest, Math.max(0, refund.due - (hasOfTransaction(transaction) - rest + refundInTransit)));
};

const owedByDecision = ({ chargebackId, amount, ...said }: Said, at: number): TransactionEvent => ({
  type: 'LateChargebackReversed',
  data: { at, chargebackId, amount, owed: amount, ...saidAt({ chargebackId, amount, ...said }) },
});

/** Of what the bank gives back, what was owed beside the sale is owed again, once the sale has what was taken of it. */
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

/** Of what a claim has back, what its payer is still to get; what other claims have taken of the same payment at our loss is made good first. */
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

/** Money that was given up is here again: where it had ended the sale, the buyer has it back, or the staff say whose it is. */
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

/** Of one that is not known yet: its beginning, once it is told, means nothing any more. */
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

/**
 * A word that a later one has overtaken means nothing any more; a loss of which the later word gave back a part is one of the rest.
 * Answers what is left of it.
 */
const unlessOvertaken = (event: Event, known: Chargeback | undefined): Event | undefined => {
  const { wonAt = -1, lostAt = -1, amount: kept = 0, stands } = known ?? {};
  const { kind, occurredAt, amount } = event;
  if (kind === 'chargeback.won') return occurredAt < lostAt || occurredAt <= wonAt ? undefined : event;
  if (kind === 'chargeback.opened' || occurredAt >= wonAt || stands !== 'won') return event;
  return amount > kept ? { ...event, amount: amount - kept } : undefined;
};

/** What the bank does not give back of an open claim it keeps, whether it says so before or after. */
const wonInPart = (said: Said, at: number, seller: SellerStanding, transaction: Transaction): Step[] => {
  const { chargebackId } = said;
  const { amount = 0 } = transaction.chargebacks[chargebackId] ?? {};
  return [...taken({ chargebackId, amount }, at, seller), (current) => events(current, ...reversed(said, at, current))];
};

const UNKNOWN: Chargeback = { amount: 0, stands: 'won' };

/** What is owed of the same payment pays for it; nothing else that is held here can. */
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

/** Our loss is made good first; what is more is owed again. */
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

/** Of another payment, or in another currency, than the sale's own. Nothing that is held here can pay for it: our loss, and the staff's. */
const ofOtherMoney = (
  said: Said & Pick<Event, 'kind'>,
  at: number,
  currency: string,
  transaction: Transaction,
): Step[] => {
  const { kind, chargebackId, amount } = said;
  const known = transaction.chargebacks[chargebackId];
  const begins: Step[] = known?.stands === 'lateOpen' ? [] : [late(said, at, transaction, currency)];
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

/** Of which payment it is: what stands was said of one already. */
const named = (event: Event, { paymentId: own, chargebacks }: Transaction): string | undefined => {
  const known = chargebacks[event.chargebackId];
  const payment = known?.paymentId ?? (known && known.stands !== 'won' ? undefined : event.paymentId);
  return payment === own ? undefined : payment;
};

/** The bank's word may come in any order, before the payment's, too, and it may change its mind: a loss without a beginning brings the beginning with it. */
export const chargeback = (told: Event, at: number, seller: SellerStanding, transaction: Transaction): Step[] => {
  const { kind, chargebackId } = told;
  if (transaction.status === 'draft') return [onRecord(told, at, chargebackId, told.amount)];
  const known = transaction.chargebacks[chargebackId];
  const counts = unlessOvertaken(told, known);
  if (!counts) return [];
  const { paymentId: _, ...word } = counts;
  const paymentId = named(told, transaction);
  const event: Event = paymentId === undefined ? word : { ...word, paymentId };
  const { amount } = event;
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
      // no sum says nothing of a part
      return amount > 0 && amount < known.amount
        ? wonInPart(event, at, seller, transaction)
        : won(event, at, seller, transaction);
    case 'chargeback.lost':
      if (stands === 'lost') return [];
      return taken(event, at, seller);
  }
};

/** Claims of the payer's bank are open on money that had left, or was leaving, and is with us again. */
export const heldForChargebacks =
  (at: number): Following =>
  (transaction) =>
    canHold(transaction)
      ? Object.entries(transaction.chargebacks)
          .filter(([id, claim]) => isHeldHere(claim, transaction) && beyondOwed(transaction, id, claim) > 0)
          .map(([chargebackId, { amount }]) => holding({ chargebackId, amount }, at, transaction))
      : [];

/** The sale's own money pays for it. */
const isHeldHere = (claim: Chargeback, transaction: Transaction): boolean =>
  claim.stands === 'lateOpen' && claim.currency === undefined && !isOfOther(transaction, claim);

/** What is held, or did not leave, pays for what the payer or their bank got at our loss. */
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

export const endChargeback: Decide<'EndChargeback'> = (command, transaction) => {
  const { at, chargebackId, outcome, rationale, seller, by } = command;
  if (isBlank(rationale)) return reject({ code: 'textRequired' });
  if (!openChargebacks(transaction).includes(chargebackId)) return reject({ code: 'chargebackNotOpen' });
  const claim = transaction.chargebacks[chargebackId] ?? UNKNOWN;
  const { amount, currency = currencyOf(transaction) } = claim;
  const said = { chargebackId, amount };
  const ended: Step = { type: 'ChargebackEndedByStaff', data: { at, chargebackId, outcome, rationale, by: by.id } };
  if (currency !== currencyOf(transaction) || isOfOther(transaction, claim))
    return record(
      ...events(
        transaction,
        ended,
        ...ofOtherMoney({ ...said, kind: `chargeback.${outcome}` }, at, currency, transaction),
      ),
    );
  const end = outcome === 'won' ? won(said, at, seller, transaction) : taken(said, at, seller);
  return record(...events(transaction, ended, ...end));
};
