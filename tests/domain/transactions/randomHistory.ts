import fc from 'fast-check';
import type { Actor } from '#domain/shared/actor.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { CLOSABLE_CASES } from '#domain/transactions/caseKinds.ts';
import type {
  ProviderEvent,
  SellerStanding,
  TransactionCommand,
  TransactionCommandType,
} from '#domain/transactions/commands.ts';
import { currencyOf } from '#domain/transactions/currency.ts';
import { STAFF_COMMANDS } from '#domain/transactions/decide/unread.ts';
import { DIFFERING_OBJECTS } from '#domain/transactions/differences.ts';
import { owedNow } from '#domain/transactions/owedOutside.ts';
import { DEADLINES } from '#domain/transactions/process/deadlineTable.ts';
import { SETTLED_OUTSIDE } from '#domain/transactions/settledOutside.ts';
import { heldMoney, mostPartialRefund } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { allowedCommands, armedDeadlines, type Sale } from '#domain/transactions/transaction.ts';
import { asRead, sumsShown } from '#tests/support/asReader.ts';
import {
  auditor,
  buy,
  buyer,
  fires,
  NO_BANK,
  RETURN_TO,
  SUSPENDED,
  SYSTEM,
  says,
  secondStaff,
  seller,
  setShipping,
  staff,
  stranger,
  TRANSACTION_ID,
  VERIFIED,
} from './scenario.ts';

/** Dice for one move. Their meaning depends on the state, so that histories get far. */
export type Dice = { kind: number; jump: number; pick: number; other: number };

export const dice = fc.record({
  kind: fc.nat(99),
  jump: fc.nat(99),
  pick: fc.nat(9_999),
  other: fc.nat(9_999),
});

const ACTORS: readonly Actor[] = [buyer, seller, buyer, seller, staff, secondStaff, SYSTEM];
const ANYBODY: readonly Actor[] = [buyer, seller, staff, secondStaff, stranger, auditor, SYSTEM];
const JUMPS = [0, 0, 0, MINUTE, 10 * MINUTE, HOUR, 20 * HOUR, DAY, 4 * DAY, 9 * DAY, 31 * DAY];

const oneOf = <Value>(values: readonly Value[], number: number): Value => values[number % values.length] as Value;

/** A later time: often a step of the clock, sometimes the next deadline or just before it. */
const later = (transaction: Sale, now: number, { jump }: Dice): number => {
  const next = armedDeadlines(transaction).find(({ dueAt }) => dueAt > now)?.dueAt;
  if (next !== undefined && jump < 15) return jump < 5 ? next - 1 : next;
  return now + oneOf(JUMPS, jump);
};

const standingOf = (now: number, { other }: Dice): SellerStanding =>
  oneOf(
    [VERIFIED, VERIFIED, SUSPENDED, NO_BANK, VERIFIED, { bankVerified: true, payoutsHeldUntil: now + 2 * DAY }],
    other,
  );

const sumOf = (transaction: Sale, { other }: Dice): number =>
  oneOf(
    [
      0,
      1,
      Math.floor(mostPartialRefund(transaction) / 2),
      mostPartialRefund(transaction),
      heldMoney(transaction),
      heldMoney(transaction) + 1,
      -1,
    ],
    other,
  );

const detailsOf = (transaction: Sale, now: number, roll: Dice): object => {
  const checkout = (transaction.checkout?.attempt ?? 0) + 1;
  const text = roll.pick % 17 === 0 ? '' : 'words';
  const [owed] = owedNow(transaction);
  return {
    text,
    reason: text,
    rationale: text,
    evidence: roll.other % 5 === 0 ? [] : ['photo'],
    category: 'OTHER',
    claim: sumOf(transaction, roll),
    toBuyer: sumOf(transaction, roll),
    carrier: null,
    to: RETURN_TO,
    sellerPaysPostage: roll.other % 3 === 0,
    notAsDescribed: roll.pick % 3 === 0,
    notArrived: roll.pick % 4 === 0,
    returnTo: roll.other % 4 === 0 ? undefined : RETURN_TO,
    otherReason: null,
    trackingCode: text,
    kind: oneOf(CLOSABLE_CASES, roll.pick),
    about: oneOf(['checkout', 'duplicateRefund', 'payout'], roll.pick),
    note: text,
    question: text,
    party: oneOf(['buyer', 'seller'], roll.other),
    days: oneOf([1, 3, 15], roll.pick),
    chargebackId: oneOf(['cb-1', ...Object.keys(transaction.chargebacks)], roll.pick),
    outcome: oneOf(['won', 'lost'], roll.other),
    pack: { customerName: text },
    attempt: oneOf([1, 1, 2], roll.pick),
    refused: oneOf([null, 'past_due'], roll.other),
    what: owed?.what ?? oneOf(SETTLED_OUTSIDE, roll.other),
    paymentId: owed ? (owed.paymentId ?? undefined) : 'payment-2',
    reference: text,
    object: oneOf(DIFFERING_OBJECTS, roll.pick),
    objectId: oneOf(['object-1', 'object-2'], roll.other),
    lost: oneOf([0, 300, 60_000, 60_000, -1, null], roll.jump),
    currency: currencyOf(transaction),
    settlementId: roll.pick % 9 === 0 ? 'another' : (transaction.outside.proposed?.id ?? 'none'),
    decisionId: roll.pick % 9 === 0 ? 'another' : (transaction.proposed?.id ?? 'none'),
    checkout: { attempt: checkout, sessionId: `session-${checkout}`, url: '/checkout' },
    seller: standingOf(now, roll),
  };
};

const ANSWERING_ENDS: readonly TransactionCommandType[] = [
  'ConfirmChargebackEnd',
  'RejectChargebackEnd',
  'CounterChargebackEnd',
];
const pendingEnd = ({ chargebacks }: Sale, roll: Dice) => {
  const [chargebackId = 'cb-1', claim] = Object.entries(chargebacks).find(([, { ending }]) => ending) ?? [];
  return { chargebackId, endId: roll.pick % 9 === 0 ? 'another' : (claim?.ending?.id ?? 'none') };
};

const issue = (
  type: TransactionCommandType,
  by: Actor,
  at: number,
  transaction: Sale,
  roll: Dice,
): TransactionCommand => {
  if (type === 'CreateTransaction')
    return { ...buy(oneOf([1, 8_000, 10_001, 4_000_000, 60_000], roll.pick)), at } as TransactionCommand;
  if (type === 'SetShipping')
    return { ...setShipping(at, (transaction.checkout?.attempt ?? 0) + 1, oneOf([0, 500, 1_500], roll.pick)), by };
  const cancelled = { reason: oneOf(['UNAVAILABLE', 'SHIPPING_ISSUES', null], roll.pick), otherReason: null };
  const given = {
    type,
    by,
    at,
    ...detailsOf(transaction, at, roll),
    ...(ANSWERING_ENDS.includes(type) && pendingEnd(transaction, roll)),
    ...(type === 'Cancel' && cancelled),
  } as TransactionCommand;
  if (type === 'AcceptClaim' || type === 'AcceptSettlement')
    return roll.pick % 19 === 0 ? given : ({ ...given, ...sumsShown(transaction, type) } as TransactionCommand);
  // sometimes based on an older revision, or on one that does not exist yet
  return roll.pick % 13 === 0 && type in STAFF_COMMANDS
    ? ({ ...given, basedOn: Math.max(0, transaction.revision - (roll.other % 4) + 1) } as TransactionCommand)
    : asRead(given, transaction);
};

const PEOPLES: readonly TransactionCommandType[] = [
  'SetShipping',
  'OpenCheckout',
  'Cancel',
  'ConfirmShipment',
  'ConfirmDelivery',
  'PauseEscrow',
  'ResumeEscrow',
  'OpenDispute',
  'WithdrawDispute',
  'AcceptClaim',
  'ContestDispute',
  'OfferSettlement',
  'AcceptSettlement',
  'RefuseSettlement',
  'GiveStatement',
  'AppealDecision',
  'AskParty',
  'RequestReturn',
  'ApproveReturn',
  'GiveReturnAddress',
  'RefuseReturn',
  'ShipReturn',
  'ConfirmReturnReceived',
  'RejectReturn',
  'DecideDispute',
  'ConfirmDecision',
  'RejectDecision',
  'CounterDecision',
  'CloseCase',
  'EndChargeback',
  'ConfirmChargebackEnd',
  'RejectChargebackEnd',
  'CounterChargebackEnd',
  'SubmitEvidencePack',
  'RecordEvidencePack',
  'SettleOutsideProvider',
  'ConfirmOutsideSettlement',
  'RejectOutsideSettlement',
  'CounterOutsideSettlement',
  'PlaceStaffHold',
  'LiftStaffHold',
  'RetryRefund',
  'InitiatePayout',
  'ReviewPayability',
  'CreateTransaction',
];

/** Rare, because an early end hides the later states. */
const ENDINGS: readonly string[] = [
  'Cancel',
  'PlaceStaffHold',
  'ConfirmDelivery',
  'AcceptClaim',
  'DecideDispute',
  'ReportSilence',
];

/** A decision above the limit is only proposed, so it ends nothing. */
const ends = (type: TransactionCommandType, transaction: Sale): boolean =>
  ENDINGS.includes(type) && !(type === 'DecideDispute' && heldMoney(transaction) > CURRENT_TERMS.secondPersonAbove);

/** An allowed command, most of the time. */
const welcome = (transaction: Sale, at: number, roll: Dice): TransactionCommand => {
  const wanted = (by: Actor) =>
    // always possible, so it would crowd out the others
    allowedCommands(transaction, by, at).filter(
      (type) => type !== 'BookDifference' && (!ends(type, transaction) || roll.kind < 4),
    );
  const able = ACTORS.filter((by) => wanted(by).length > 0);
  const by = oneOf(able.length > 0 ? able : ACTORS, roll.pick);
  const allowed = wanted(by);
  return issue(
    allowed.length > 0 ? oneOf(allowed, Math.floor(roll.other / 7)) : oneOf(PEOPLES, roll.pick),
    by,
    at,
    transaction,
    roll,
  );
};

type Statement = Parameters<typeof says>[0];
type ChargebackKind = Extract<ProviderEvent, { chargebackId: string }>['kind'];

/** A plausible provider message, or noise: stale, repeated, wrong amount, unknown reference. */
const statement = (transaction: Sale, { pick, other }: Dice): Statement => {
  const sessionId = oneOf(
    [
      transaction.checkout?.sessionId ?? 'session-0',
      transaction.checkout?.sessionId ?? 'session-0',
      'session-1',
      'unknown',
    ],
    pick,
  );
  const expected = transaction.total ?? 9_000;
  const captured = oneOf([expected, expected, expected, expected + 1, 0], other);
  const paymentId = oneOf(['payment-1', 'payment-1', 'payment-2'], pick);
  const duplicate = Object.values(transaction.duplicates)[0];
  const refund = oneOf([transaction.refund, transaction.refund, duplicate ?? transaction.refund], pick);
  const latest = refund ? ('id' in refund ? refund.id : refund.refundId) : 'r-unknown';
  const refundId = oneOf([latest, latest, latest, transaction.refundCount > 0 ? `${TRANSACTION_ID}r1` : latest], other);
  // unrequested refunds are rare, because they stop the transaction
  const done: Statement =
    refund || other % 8 === 0
      ? { kind: 'refund.done', refundId, amount: (refund?.amount ?? 100) + (other % 7 === 0 ? 1 : 0) }
      : { kind: 'refund.failed', refundId, reason: 'card closed' };
  const payoutId = oneOf(
    [transaction.payout.id ?? 'p-unknown', transaction.payout.id ?? 'p-unknown', `${TRANSACTION_ID}p1`],
    pick,
  );
  const amount = oneOf([transaction.payout.amount, transaction.payout.amount, transaction.payout.amount + 1], other);
  const kind = oneOf<ChargebackKind>(['chargeback.opened', 'chargeback.won', 'chargeback.lost'], pick);
  return oneOf<Statement>(
    [
      {
        kind: 'payment.paid',
        sessionId,
        paymentId,
        captured,
        currency: oneOf(['EUR', 'EUR', 'EUR', 'EUR', 'USD'], other),
      },
      { kind: 'payment.paid', sessionId, paymentId, captured: expected, currency: 'EUR' },
      { kind: 'payment.processing', sessionId },
      { kind: 'payment.failed', sessionId, reason: 'declined' },
      done,
      { kind: 'refund.failed', refundId, reason: 'card closed' },
      { kind: 'payout.paid', payoutId, amount },
      { kind: 'payout.failed', payoutId, reason: 'bank', accountAtFault: pick % 2 === 0 },
      { kind: 'payout.returned', payoutId, reason: 'bank', amount },
      {
        kind,
        chargebackId: oneOf(['cb-1', 'cb-1', 'cb-2'], pick),
        amount: oneOf([transaction.captured, Math.floor(transaction.captured / 3), transaction.captured + 5], other),
        ...(pick % 7 === 0 && { paymentId: oneOf(['payment-1', 'payment-2'], other) }),
      },
      { kind: 'other', name: 'noise', reference: 'n-1', amount: oneOf([null, 700], pick) },
    ],
    other,
  );
};

/** These deadlines end most transactions early, so they rarely fire. */
const HASTY: readonly string[] = [
  'paymentWindow',
  'settlement',
  'shipment',
  'escalation',
  'disputeReview',
  'escrowEnd',
];

const firing = (transaction: Sale, at: number, roll: Dice): TransactionCommand => {
  const armed = armedDeadlines(transaction);
  const bogus = { kind: oneOf(DEADLINES, roll.pick), dueAt: at - (roll.other % 3) };
  const { kind, dueAt } = armed.length > 0 && roll.other % 8 > 0 ? oneOf(armed, roll.pick) : bogus;
  const checkout = oneOf(['unpaid', 'unpaid', 'unknown'], roll.other);
  const waits = roll.jump < (HASTY.includes(kind) ? 10 : 80);
  return fires(kind, dueAt, { seller: standingOf(at, roll), checkout }, waits ? Math.max(at, dueAt) : at);
};

/** A failed payout arrives after all, or an arrived one returns. */
const second = (transaction: Sale, { pick, other }: Dice): Statement | undefined => {
  const earlier = Object.entries(transaction.payoutAttempts).find(
    ([, { state, over }]) => state === 'failed' || over > 0,
  );
  if (!earlier || pick % 3 > 0) return undefined;
  const [payoutId, { asked, state }] = earlier;
  if (state === 'failed') return { kind: 'payout.paid', payoutId, amount: asked };
  return other % 2 === 0 ? { kind: 'payout.returned', payoutId, reason: 'bank', amount: asked } : undefined;
};

/** The payer's bank ends an open chargeback or changes its decision. */
const ofBank = ({ chargebacks }: Sale, { pick, other }: Dice): Statement | undefined => {
  const all = Object.entries(chargebacks);
  if (all.length === 0 || pick % 3 > 0) return undefined;
  const [chargebackId, { amount, stands }] = oneOf(all, other);
  const ended = stands === 'won' || stands === 'lost';
  if (ended && other % 2 === 0) return undefined;
  const won = stands === 'lost' || (!ended && other % 3 > 0);
  const inPart = won && other % 5 === 0;
  return {
    kind: won ? 'chargeback.won' : 'chargeback.lost',
    chargebackId,
    amount: inPart ? Math.ceil(amount / 3) : amount,
  };
};

/** The provider's answer to what the transaction waits for, mostly as requested. */
const answer = (transaction: Sale, roll: Dice): Statement => {
  const { refund, payout, checkout } = transaction;
  const surprise = second(transaction, roll) ?? ofBank(transaction, roll);
  if (surprise) return surprise;
  const fails = roll.other % 4 === 0;
  const reason = 'bank';
  if (transaction.status === 'PAYOUT_INITIATED' && payout.id) {
    if (fails) return { kind: 'payout.failed', payoutId: payout.id, reason, accountAtFault: roll.pick % 2 === 0 };
    return { kind: 'payout.paid', payoutId: payout.id, amount: payout.amount };
  }
  if (transaction.status === 'REFUND_BUYER' && refund) {
    // a repeated failure is mostly final, since few histories would get that far
    if (fails || (refund.attempt > 1 && roll.other % 4 < 3))
      return { kind: 'refund.failed', refundId: refund.id, reason };
    return { kind: 'refund.done', refundId: refund.id, amount: refund.amount };
  }
  if (transaction.status === 'PAYMENT_PENDING' && checkout) {
    const { sessionId } = checkout;
    if (fails) return { kind: 'payment.failed', sessionId, reason };
    return {
      kind: 'payment.paid',
      sessionId,
      paymentId: 'payment-1',
      captured: transaction.total ?? 0,
      currency: 'EUR',
    };
  }
  if (transaction.status === 'COMPLETED' && payout.id && fails)
    return { kind: 'payout.returned', payoutId: payout.id, reason, amount: payout.amount };
  return statement(transaction, roll);
};

/** The next command: an allowed one, a deadline, a provider message or a forbidden one. */
export const nextCommand = (transaction: Sale, now: number, roll: Dice): TransactionCommand => {
  if (transaction.status === 'draft' && roll.kind < 90)
    return issue('CreateTransaction', buyer, now, transaction, roll);
  const at = later(transaction, now, roll);
  if (transaction.proposed && roll.kind < 24) {
    const either = oneOf([staff, secondStaff], roll.pick);
    const answers = ['RejectDecision', 'ConfirmDecision', 'CounterDecision', 'ConfirmDecision'] as const;
    return issue(oneOf(answers, roll.other), either, now, transaction, roll);
  }
  if (transaction.outside.proposed && roll.kind < 24) {
    const either = oneOf([staff, secondStaff], roll.pick);
    const answers = ['RejectOutsideSettlement', 'ConfirmOutsideSettlement', 'CounterOutsideSettlement'] as const;
    return issue(oneOf(answers, roll.other), either, now, transaction, roll);
  }
  if (roll.kind < 40) return welcome(transaction, at, roll);
  if (roll.kind < 60) return firing(transaction, at, roll);
  if (roll.kind < 74) return says(answer(transaction, roll), at, standingOf(at, roll));
  if (roll.kind < 84) return says(statement(transaction, roll), at, standingOf(at, roll));
  if (roll.kind === 99) return issue('BookDifference', oneOf([staff, secondStaff], roll.pick), at, transaction, roll);
  return issue(oneOf(PEOPLES, roll.pick), oneOf(ANYBODY, roll.other), at, transaction, roll);
};
