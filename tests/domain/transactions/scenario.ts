import { expect } from 'vitest';
import type { Actor } from '#domain/shared/actor.ts';
import { PROVIDER, SYSTEM } from '#domain/shared/actor.ts';

export { SYSTEM };

import { addBusinessDays, isBusinessDay } from '#domain/shared/businessDays.ts';
import { fold } from '#domain/shared/decider.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { ClosableCase } from '#domain/transactions/caseKinds.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type {
  ProviderEvent,
  SellerStanding,
  TransactionCommand,
  TransactionCommandType,
  TransactionRejection,
} from '#domain/transactions/commands.ts';
import type { TransactionEvent, TransactionEventType } from '#domain/transactions/events.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { nextPayoutRun } from '#domain/transactions/payoutRuns.ts';
import type { DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import type { SettledOutside } from '#domain/transactions/settledOutside.ts';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { armedDeadlines, type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import { asRead, type Unread } from '#tests/support/asReader.ts';

/** Monday 2 March 2026, ten o'clock in Amsterdam. */
export const MONDAY = Date.UTC(2026, 2, 2, 9);
export const TRANSACTION_ID = '0195a1b2c3d47e8f90a1b2c3d4e5f607';
export const buyer: Actor = { id: 'b'.repeat(32), role: 'member' };
export const seller: Actor = { id: 'c'.repeat(32), role: 'member' };
export const stranger: Actor = { id: 'd'.repeat(32), role: 'member' };
export const staff: Actor = { id: 'e'.repeat(32), role: 'staff' };
export const secondStaff: Actor = { id: '9'.repeat(32), role: 'staff' };
export const auditor: Actor = { id: 'f'.repeat(32), role: 'auditor' };

export const VERIFIED: SellerStanding = { bankVerified: true, payoutsHeldUntil: null };
export const SUSPENDED: SellerStanding = { ...VERIFIED, suspended: true };
export const NO_BANK: SellerStanding = { bankVerified: false, payoutsHeldUntil: null };

/** Item €80.00, fee €4.75, shipping €5.00. */
export const AMOUNT = 8_000;
export const FEE = 475;
export const SHIPPING = 500;
export const TOTAL = AMOUNT + FEE + SHIPPING;
export const SHARE = AMOUNT + SHIPPING;

export const address = {
  fullName: 'Ada Buyer',
  streetAddress1: 'Keizersgracht 1',
  streetAddress2: '',
  city: 'Amsterdam',
  postalCode: '1015',
  country: 'Netherlands',
};

type Details<Type extends TransactionCommandType> = Omit<
  Unread<Extract<TransactionCommand, { type: Type }>>,
  'type' | 'at' | 'by'
>;

export const command = <Type extends TransactionCommandType>(
  type: Type,
  by: Actor,
  at: number,
  ...[details]: Record<string, never> extends Details<Type> ? [Details<Type>?] : [Details<Type>]
): TransactionCommand => ({ type, by, at, ...details }) as TransactionCommand;

type Statement = ProviderEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'eventId' | 'occurredAt' | 'transactionId'> & { occurredAt?: number }
    : never
  : never;

export const says = (statement: Statement, at: number, standing = VERIFIED): TransactionCommand =>
  ({
    type: 'RecordProviderFact',
    by: PROVIDER,
    at,
    seller: standing,
    fact: { eventId: `evt-${at}`, occurredAt: at, transactionId: TRANSACTION_ID, ...statement },
  }) as TransactionCommand;

export const fires = (kind: DeadlineKind, dueAt: number, details: object = {}, at = dueAt): TransactionCommand =>
  ({
    type: 'FireDeadline',
    by: SYSTEM,
    at,
    deadline: { kind, dueAt },
    seller: VERIFIED,
    ...details,
  }) as TransactionCommand;

// ── the steps of a transaction, each at its usual time ──
export const buy = (amount = AMOUNT, sellerCountry = 'Netherlands') =>
  command('CreateTransaction', buyer, MONDAY, {
    id: TRANSACTION_ID,
    listingId: 'a'.repeat(32),
    buyerId: buyer.id,
    sellerId: seller.id,
    amount,
    sellerCountry,
    rates: DEFAULT_SHIPPING_RATES,
    item: { title: 'Knight', images: [] },
  });
export const setShipping = (at = MONDAY, attempt = 1, shippingCost = SHIPPING) =>
  command('SetShipping', buyer, at, {
    address,
    zone: 'domestic',
    shippingCost,
    checkout: { attempt, sessionId: `session-${attempt}`, url: `/checkout/${attempt}` },
  });
export const pay = (
  at = MONDAY,
  captured = TOTAL,
  paymentId = 'payment-1',
  currency = 'EUR',
  sessionId = 'session-1',
) => says({ kind: 'payment.paid', sessionId, paymentId, captured, currency }, at);
export const SHIPPED_AT = MONDAY + DAY;
export const ship = (at = SHIPPED_AT, trackingCode: string | null = 'TRACK1') =>
  command('ConfirmShipment', seller, at, { trackingCode, carrier: 'PostNL' });
export const ESCROW_END = SHIPPED_AT + 12 * DAY;
export const receive = (at: number, standing = VERIFIED) => command('ConfirmDelivery', buyer, at, { seller: standing });
export const PAUSED_AT = ESCROW_END - 50 * HOUR;
export const pause = (at = PAUSED_AT) => command('PauseEscrow', buyer, at, { reason: 'Item not yet received' });
export const resume = (at: number) => command('ResumeEscrow', buyer, at);
export const DISPUTED_AT = SHIPPED_AT + 5 * DAY;
export const dispute = (at = DISPUTED_AT, claim = TOTAL, by: Actor = buyer) =>
  command('OpenDispute', by, at, { category: 'DAMAGED', claim, text: 'The sword is broken', evidence: [] });
export const contest = (at = DISPUTED_AT + DAY) =>
  command('ContestDispute', seller, at, { text: 'It was whole', evidence: [] });
export const decide = (toBuyer: number, at = DISPUTED_AT + 2 * DAY, standing = VERIFIED) =>
  command('DecideDispute', staff, at, { toBuyer, rationale: 'The photos show it', seller: standing });
/** The seller does not appeal against a decision of that time, so its refund is sent. */
export const appealOver = (decidedAt = DISPUTED_AT + 2 * DAY) => fires('decidedRefund', addBusinessDays(decidedAt, 5));
export const DECISION = `${TRANSACTION_ID}d1`;
export const confirm = (at = DISPUTED_AT + 3 * DAY, by: Actor = secondStaff, decisionId = DECISION) =>
  command('ConfirmDecision', by, at, { decisionId, rationale: 'The photos show it', seller: VERIFIED });
export const counter = (toBuyer: number, at = DISPUTED_AT + 3 * DAY, by: Actor = secondStaff, decisionId = DECISION) =>
  command('CounterDecision', by, at, {
    decisionId,
    reason: 'They show another sword',
    toBuyer,
    rationale: 'The sword was loose at the sale',
    seller: VERIFIED,
  });
export const refuse = (at = DISPUTED_AT + 3 * DAY, by: Actor = secondStaff, decisionId = DECISION) =>
  command('RejectDecision', by, at, { decisionId, reason: 'They show another sword' });
export const closeCase = (kind: ClosableCase, at: number) =>
  command('CloseCase', staff, at, { kind, note: 'The bank was asked' });
export const RETURN_AT = SHIPPED_AT + 4 * DAY;
export const requestReturn = (at = RETURN_AT) =>
  command('RequestReturn', buyer, at, { text: 'Wrong model', evidence: [] });
export const RETURN_TO = {
  fullName: 'Bert Seller',
  streetAddress1: 'Oude Gracht 1',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 AA',
  country: 'Netherlands',
};
export const approveReturn = (at = RETURN_AT + DAY, sellerPaysPostage = false) =>
  command('ApproveReturn', seller, at, { to: RETURN_TO, sellerPaysPostage });
export const shipReturn = (at = RETURN_AT + 2 * DAY) => command('ShipReturn', buyer, at, { trackingCode: 'BACK1' });
export const refunded = (at: number, amount = TOTAL, refundId = `${TRANSACTION_ID}r1`) =>
  says({ kind: 'refund.done', refundId, amount }, at);
export const hold = (at: number) => command('PlaceStaffHold', staff, at, { reason: 'Looks like fraud' });
export const lift = (at: number, standing = VERIFIED) =>
  command('LiftStaffHold', staff, at, { reason: 'It was not', seller: standing });
export const refundFails = (at: number, refundId = `${TRANSACTION_ID}r1`) =>
  says({ kind: 'refund.failed', refundId, providerRefundId: `re_${at}`, reason: 'card closed' }, at);
export const SETTLED_AT = MONDAY + 40 * DAY;
export const settle = (what: SettledOutside, at = SETTLED_AT, details: object = {}) =>
  command('SettleOutsideProvider', staff, at, {
    what,
    reference: 'Reliquary refund',
    rationale: 'The card is closed; the buyer named a bank account',
    seller: VERIFIED,
    ...details,
  });
export const confirmOutside = (at = SETTLED_AT + HOUR, by: Actor = secondStaff, number = 1) =>
  command('ConfirmOutsideSettlement', by, at, {
    settlementId: `${TRANSACTION_ID}o${number}`,
    reference: 'Reliquary refund',
    rationale: 'The card is closed; the buyer named a bank account',
    seller: VERIFIED,
  });
export const rejectOutside = (at = SETTLED_AT + HOUR, by: Actor = secondStaff, reason = 'Another account') =>
  command('RejectOutsideSettlement', by, at, { settlementId: `${TRANSACTION_ID}o1`, reason });
export const counterOutside = (details: object = {}, at = SETTLED_AT + HOUR, by: Actor = secondStaff) =>
  command('CounterOutsideSettlement', by, at, {
    settlementId: `${TRANSACTION_ID}o1`,
    reason: 'The reference names another sale',
    what: 'refund',
    reference: 'Refund of RLQ-2',
    rationale: 'The letter of the buyer names this one',
    ...details,
  });
export const bookDifference = (lost: number | null, by: Actor = staff, at = SETTLED_AT, details: object = {}) =>
  command('BookDifference', by, at, {
    object: 'chargeback',
    objectId: 'cb-1',
    lost,
    rationale: 'The bank kept it, and its message never came',
    ...details,
  });
export const chargeback = (kind: 'opened' | 'won' | 'lost', at: number, amount = TOTAL, chargebackId = 'cb-1') =>
  says({ kind: `chargeback.${kind}`, chargebackId, amount }, at);
export const run = (at: number, standing = VERIFIED) => command('InitiatePayout', SYSTEM, at, { seller: standing });
/** The time of a retry due at `dueAt`: after a weekend, the next payout run. */
export const retriedAt = (dueAt: number): number =>
  isBusinessDay(dueAt) ? dueAt : nextPayoutRun(dueAt, CURRENT_TERMS.payoutRun);
export const retriesPayout = (dueAt: number): TransactionCommand[] => {
  const at = retriedAt(dueAt);
  return [fires('payoutRetry', dueAt), ...(at === dueAt ? [] : [run(at)])];
};
export const paidOut = (at: number, attempt = 1, amount = SHARE) =>
  says({ kind: 'payout.paid', payoutId: `${TRANSACTION_ID}p${attempt}`, amount }, at);
export const payoutFails = (at: number, attempt = 1, accountAtFault = false) =>
  says({ kind: 'payout.failed', payoutId: `${TRANSACTION_ID}p${attempt}`, reason: 'bank closed', accountAtFault }, at);

// ── transactions in the states that tests start from ──
export const bought = [buy()];
export const pending = [...bought, setShipping()];
export const processing = [...pending, says({ kind: 'payment.processing', sessionId: 'session-1' }, MONDAY)];
export const failed = [
  ...pending,
  says({ kind: 'payment.failed', sessionId: 'session-1', reason: 'declined' }, MONDAY),
];
export const paid = [...pending, pay()];
export const shipped = [...paid, ship()];
export const paused = [...shipped, pause()];
export const disputed = [...shipped, dispute()];
export const underReview = [...disputed, contest()];
/** Item €600.00, fee €30.75, shipping €5.00: above the limit for one member of staff. */
export const DEAR = 60_000;
export const DEAR_FEE = 3_075;
export const DEAR_TOTAL = DEAR + DEAR_FEE + SHIPPING;
export const dearPaid = [buy(DEAR), setShipping(), pay(MONDAY, DEAR_TOTAL)];
export const dearUnderReview = [...dearPaid, ship(), dispute(DISPUTED_AT, DEAR_TOTAL), contest()];
export const proposed = [...dearUnderReview, decide(20_000)];
/** Released by the timer on Sunday 15 March; the payout run is on Tuesday the 17th, the second business day. */
export const released = [...shipped, fires('escrowEnd', ESCROW_END)];
export const waitingForBank = [...shipped, fires('escrowEnd', ESCROW_END, { seller: NO_BANK })];
export const RUN_AT = Date.UTC(2026, 2, 17, 9);
export const payingOut = [...released, run(RUN_AT)];
export const completed = [...payingOut, paidOut(RUN_AT + DAY)];
export const cancelledPaid = [
  ...paid,
  command('Cancel', seller, MONDAY + HOUR, { reason: 'SHIPPING_ISSUES', otherReason: null }),
];
export const expired = [...pending, fires('paymentWindow', MONDAY + HOUR / 2, { checkout: 'unpaid' })];

/** The events of a series of commands. @throws if one is refused */
export const historyOf = (commands: readonly TransactionCommand[]): TransactionEvent[] => {
  const history: TransactionEvent[] = [];
  let transaction = transactionAggregate.initial;
  for (const command of commands) {
    const decision = transactionAggregate.decide(asRead(command, transaction), transaction);
    if (!decision.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(decision.error)}`);
    history.push(...decision.value);
    transaction = fold(transactionAggregate, decision.value, transaction);
  }
  return history;
};

export const transactionAfter = (commands: readonly TransactionCommand[]): Sale =>
  fold(transactionAggregate, historyOf(commands));

/** The balance of each account after a history. */
export const booksAfter = (commands: readonly TransactionCommand[]): Record<string, number> => {
  const books: Record<string, number> = {};
  let transaction = transactionAggregate.initial;
  for (const each of commands) {
    const decision = transactionAggregate.decide(asRead(each, transaction), transaction);
    for (const event of decision.ok ? decision.value : []) {
      for (const { account, amount } of postings(event, transaction)) books[account] = (books[account] ?? 0) + amount;
      transaction = transactionAggregate.evolve(transaction, event);
    }
  }
  return Object.fromEntries(Object.entries(books).filter(([, amount]) => amount !== 0));
};
export const casesAfter = (commands: readonly TransactionCommand[]) =>
  openCases(transactionAfter(commands)).map(({ kind }) => kind);

export const dueAt = (transaction: Sale, kind: DeadlineKind): number | undefined =>
  armedDeadlines(transaction).find((deadline) => deadline.kind === kind)?.dueAt;

export const armedKinds = (transaction: Sale): DeadlineKind[] => armedDeadlines(transaction).map(({ kind }) => kind);

type Expected = TransactionEventType | [TransactionEventType, object];

/** `given(paid).when(ship()).emits('ShipmentConfirmed')` returns the transaction for further checks. */
export const given = (history: readonly TransactionCommand[]) => {
  const before = transactionAfter(history);
  return {
    when: (command: TransactionCommand) => {
      const decision = transactionAggregate.decide(asRead(command, before), before);
      const events = decision.ok ? decision.value : [];
      return {
        emits: (...expected: Expected[]): Sale => {
          expect(decision).toMatchObject({ ok: true });
          expect(events.map(({ type }) => type)).toEqual(
            expected.map((entry) => (Array.isArray(entry) ? entry[0] : entry)),
          );
          for (const [place, entry] of expected.entries())
            if (Array.isArray(entry)) expect(events[place]?.data).toMatchObject(entry[1]);
          return fold(transactionAggregate, events, before);
        },
        changesNothing: () => expect(decision).toEqual({ ok: true, value: [] }),
        isRejected: (error: Partial<Extract<TransactionRejection, { code: string }>> & { code: string }) =>
          expect(decision).toMatchObject({ ok: false, error }),
      };
    },
  };
};

/** A `notNow` rejection names the status and the allowed commands. */
export const notNow = (status: string, allowed: TransactionCommandType[]) => ({
  code: 'notNow' as const,
  status,
  allowed,
});

/** Every retry of the transaction's refund fails. */
export const refundFailsForGood = (
  history: readonly TransactionCommand[],
  from = MONDAY + 2 * DAY,
): TransactionCommand[] => {
  const commands = [...history, refundFails(from)];
  for (;;) {
    const retryAt = dueAt(transactionAfter(commands), 'refundRetry');
    if (retryAt === undefined) return commands;
    commands.push(fires('refundRetry', retryAt), refundFails(retryAt + HOUR));
  }
};
/** A failed refund above the limit for one member of staff. */
export const dearRefundFailed = () =>
  refundFailsForGood([
    ...dearPaid,
    command('Cancel', seller, MONDAY + HOUR, { reason: 'SHIPPING_ISSUES', otherReason: null }),
  ]);
