import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transition } from 'xstate';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { EURO } from '#domain/shared/currencies.ts';
import { fold } from '#domain/shared/decider.ts';
import { DAY } from '#domain/shared/instants.ts';
import { CLOSABLE_CASES } from '#domain/transactions/caseKinds.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { isClaimed, lostOf } from '#domain/transactions/claims.ts';
import type { Deadline, TransactionCommand } from '#domain/transactions/commands.ts';
import { currencyOf } from '#domain/transactions/currency.ts';
import { escrow } from '#domain/transactions/escrow.ts';
import { escrowGate } from '#domain/transactions/escrowGate.ts';
import { type TransactionEvent, type TransactionEventType, transactionEvents } from '#domain/transactions/events.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { REMINDERS } from '#domain/transactions/process/deadlineTable.ts';
import { type EscrowState, REGIONS } from '#domain/transactions/process/regions.ts';
import { CorruptHistory } from '#domain/transactions/replay.ts';
import { heldMoney, isTerminal, lostToPayer, pendingEnds } from '#domain/transactions/state.ts';
import { type BookedPosting, tAccountsOf } from '#domain/transactions/tAccount.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { allowedCommands, armedDeadlines, type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import { asRead } from '#tests/support/asReader.ts';
import { type Dice, dice, nextCommand } from './randomHistory.ts';
import {
  chargeback,
  confirm,
  DISPUTED_AT,
  dearRefundFailed,
  decide,
  ESCROW_END,
  fires,
  lift,
  MONDAY,
  payingOut,
  payoutFails,
  RUN_AT,
  refunded,
  released,
  run,
  SHIPPED_AT,
  SYSTEM,
  says,
  secondStaff,
  settle,
  shipped,
  staff,
  TRANSACTION_ID,
  underReview,
  VERIFIED,
} from './scenario.ts';

type Balances = Record<string, number>;
type Walk = { sale: Sale; now: number; balances: Balances; history: TransactionEvent[] };
/** Receives every command with its events, and the books afterwards. */
type Witness = (command: TransactionCommand, before: Sale, events: TransactionEvent[], walk: Walk) => void;

const DRAFT: Walk = { sale: transactionAggregate.initial, now: MONDAY, balances: {}, history: [] };

const balance = (walk: Pick<Walk, 'balances'>, account: string): number => walk.balances[account] ?? 0;
const ofTransaction = (walk: Pick<Walk, 'balances'>, account: string): number =>
  balance(walk, `${account}:${TRANSACTION_ID}`);

const send = (walk: Walk, command: TransactionCommand, witness: Witness = () => undefined): Walk => {
  const decision = transactionAggregate.decide(asRead(command, walk.sale), walk.sale);
  const events = decision.ok ? decision.value : [];
  const balances = { ...walk.balances };
  let { sale: transaction } = walk;
  for (const event of events) {
    for (const { account, amount } of postings(event, transaction))
      balances[account] = (balances[account] ?? 0) + amount;
    transaction = transactionAggregate.evolve(transaction, event);
  }
  const after = {
    sale: transaction,
    now: Math.max(walk.now, command.at),
    balances,
    history: [...walk.history, ...events],
  };
  witness(command, walk.sale, events, after);
  return after;
};

type Trace = Walk & { steps: { command: TransactionCommand; before: Sale; events: TransactionEvent[]; walk: Walk }[] };

/** A payout on its second attempt: few random histories get this far. */
const SECOND_TRY = [...payingOut, payoutFails(RUN_AT), fires('payoutRetry', RUN_AT + DAY)];

/** A payout of the rest failed, and the bank reversed a partial chargeback. */
const PART_LOST = [
  ...released,
  chargeback('opened', ESCROW_END, 2_000),
  chargeback('lost', ESCROW_END, 2_000),
  run(RUN_AT),
  payoutFails(RUN_AT),
  chargeback('won', RUN_AT, 2_000),
];

const DAY_AFTER = DISPUTED_AT + 3 * DAY;
const refundFails = (at: number) =>
  says({ kind: 'refund.failed', refundId: `${TRANSACTION_ID}r1`, reason: 'closed' }, at);

const TWO_CHARGEBACKS = [
  ...shipped,
  chargeback('opened', SHIPPED_AT, 2_000),
  chargeback('opened', SHIPPED_AT, 3_000, 'cb-2'),
];

/** A partial refund arrived and came back. */
const OWED = [...underReview, decide(2_000), refunded(DAY_AFTER, 2_000), refundFails(DAY_AFTER + DAY)];

/** A refund that failed for good, with a bank transfer waiting for a second person. */
const PROPOSED_OUTSIDE = [...dearRefundFailed(), settle('refund')];

const traceOf = (rolls: readonly Dice[]): Trace => {
  const steps: Trace['steps'] = [];
  const witness: Witness = (command, before, events, walk) => steps.push({ command, before, events, walk });
  const kind = rolls[0]?.kind ?? 0;
  const beginning =
    kind < 4
      ? PART_LOST
      : kind < 11
        ? SECOND_TRY
        : kind < 15
          ? OWED
          : kind < 22
            ? TWO_CHARGEBACKS
            : kind < 25
              ? PROPOSED_OUTSIDE
              : [];
  const start = beginning.reduce((walk, command) => send(walk, command, witness), DRAFT);
  const end = rolls.reduce((walk, roll) => send(walk, nextCommand(walk.sale, walk.now, roll), witness), start);
  return { ...end, steps };
};

const histories = fc.noBias(fc.array(dice, { minLength: 5, maxLength: 80, size: 'max' }));
/** For other histories: `SEED=7 RUNS=10000 npx vitest run tests/domain/transactions/properties`. */
const SEED = Number(process.env.SEED ?? 20260302);
const RUNS = Number(process.env.RUNS ?? 1_000);
/** Shared by all properties, because making them is slow. */
const traces = fc.sample(histories, { numRuns: RUNS, seed: SEED }).map(traceOf);

/** On a failure fast-check repeats the property and shrinks the history. */
const forAll = (check: (trace: Trace) => void, among: readonly Trace[] = traces): void => {
  try {
    for (const trace of among) check(trace);
  } catch (failure) {
    fc.assert(
      fc.property(histories, (rolls) => check(traceOf(rolls))),
      { numRuns: RUNS, seed: SEED },
    );
    throw failure;
  }
};

/** Millions of calls: an `expect` matcher would take longer than the checks. */
const must = (holds: boolean, otherwise: () => string): void => {
  if (!holds) expect.fail(otherwise());
};

const forAllSteps = (check: (step: Trace['steps'][number]) => void): void =>
  forAll(({ steps }) => {
    for (const step of steps) check(step);
  });

test('postings sum to 0, accounts stay at 0 or above, and an ended transaction holds nothing [L-138] [L-139] [L-146]', () => {
  forAll((trace) => {
    let transaction = transactionAggregate.initial;
    const balances: Balances = {};
    for (const event of trace.history) {
      const entries = postings(event, transaction);
      const wrong = (what: string) => () => `${what} after ${event.type}: ${JSON.stringify(balances)}`;
      must(entries.reduce((sum, { amount }) => sum + amount, 0) === 0, wrong('entries'));
      for (const { account, amount } of entries) balances[account] = (balances[account] ?? 0) + amount;
      for (const account of ['escrow', 'seller_payable', 'payout_transit', 'refund_transit', 'duplicate'])
        must(ofTransaction({ balances }, account) >= 0, wrong(account));
      for (const account of ['fee_income', 'seller_paid']) must(balance({ balances }, account) >= 0, wrong(account));
      must(balance({ balances }, 'platform_loss') <= 0, wrong('platform_loss'));
      transaction = transactionAggregate.evolve(transaction, event);
      // the ledger checks this after each single event, not only after an append
      if (isTerminal(transaction))
        for (const account of ['escrow', 'seller_payable', 'payout_transit', 'refund_transit'])
          must(ofTransaction({ balances }, account) === 0, wrong(account));
    }
  });
});

test('held money always has a deadline or a case', () => {
  forAllSteps(({ walk: { sale: transaction } }) => {
    if (transaction.captured === 0 || isTerminal(transaction)) return;
    const waits = armedDeadlines(transaction).some((deadline) => !isReminder(deadline));
    must(waits || openCases(transaction).length > 0, () => JSON.stringify(transaction));
    // the money is never forgotten
    const isWatched = transaction.escalateAt !== null || transaction.staff === 'held' || transaction.money === 'paid';
    must(isWatched, () => JSON.stringify(transaction));
  });
});

test('a chargeback costs the marketplace only money that could not be held for it', () => {
  forAllSteps(({ walk: { sale: transaction } }) => {
    const inHand =
      transaction.refund?.state === 'requested'
        ? transaction.inEscrow
        : transaction.inEscrow + transaction.refundInTransit;
    must(lostToPayer(transaction) <= 0 || inHand + transaction.payable === 0, () => JSON.stringify(transaction));
  });
});

/** The part of the transaction's own returned money that repaid our loss. */
const keptOf = (history: readonly TransactionEvent[]): number => {
  let transaction = transactionAggregate.initial;
  let kept = 0;
  for (const event of history) {
    const { type, data } = event;
    const ours = (type === 'RefundCameBack' || type === 'DuplicateRefundFailed') && data.ours;
    const after = transactionAggregate.evolve(transaction, event);
    // the rest repays losses on other payments
    if (ours) kept += Math.min(ours, lostToPayer(transaction) - lostToPayer(after));
    transaction = after;
  }
  return kept;
};

test('owed money is not sent back during a chargeback, and counts once when it is lost', () => {
  let paid = 0;
  forAllSteps(({ before, events, walk: { sale: transaction } }) => {
    for (const [id, { state }] of Object.entries(transaction.duplicates))
      must(state !== 'failed' || lostOf(transaction, id) === 0, () => JSON.stringify(transaction));
    for (const event of events) {
      if (event.type === 'DuplicateRefundRequested') must(!isClaimed(before, event.data.paymentId), () => event.type);
      paid += ('owed' in event.data && event.data.owed) || 0;
    }
  });
  expect(paid).toBeGreaterThan(0);
});

test('refunds never exceed captured money, nor payouts item and shipping [L-140] [L-141] [L-146]', () => {
  forAll(({ history }) => {
    const transaction = fold(transactionAggregate, history);
    const sumOf = (...types: string[]) =>
      history.reduce(
        (sum, { type, data }) => sum + (types.includes(type) && 'amount' in data ? (data.amount ?? 0) : 0),
        0,
      );
    const due = sumOf('RefundCompleted', 'PartialRefundCompleted');
    // returned money that was kept may leave again when the bank reverses its chargeback
    expect(due - keptOf(history)).toBeLessThanOrEqual(transaction.captured);
    const beside = history.reduce((sum, { type, data }) => {
      if (type !== 'RefundArrivedLate' && type !== 'RefundMadeByHand') return sum;
      return (data.currency ?? EURO) === currencyOf(transaction) ? sum + data.amount : sum;
    }, 0);
    // the provider caused the rest, and the books show it
    const back = history.reduce((sum, { type, data }) => sum + (type === 'RefundCameBack' ? (data.twice ?? 0) : 0), 0);
    expect(transaction.refunded + transaction.refundedTwice).toBe(due + beside - keptOf(history) - back);
  });
  forAllSteps(({ walk: { sale: transaction } }) => {
    must(transaction.paidOut <= transaction.amount + (transaction.shippingCost ?? 0), () =>
      JSON.stringify(transaction),
    );
  });
});

test('nothing is left in escrow, payable or in transit in COMPLETED, CANCELLED and REFUNDED [L-142] [L-146]', () => {
  forAllSteps(({ walk }) => {
    if (!isTerminal(walk.sale)) return;
    for (const account of ['escrow', 'seller_payable', 'payout_transit', 'refund_transit'])
      must(ofTransaction(walk, account) === 0, () => `${account}: ${JSON.stringify(walk.sale)}`);
  });
});

const differing = ({ differences }: Sale): number =>
  Object.values(differences).reduce((sum, { lost }) => sum + lost, 0);

test('captured + platform loss = held + refunded + charged back + paid out + fee [L-144] [L-136] [L-146]', () => {
  forAllSteps(({ walk }) => {
    const { sale: transaction } = walk;
    const held = ['escrow', 'seller_payable', 'payout_transit', 'refund_transit'].reduce(
      (sum, account) => sum + ofTransaction(walk, account),
      0,
    );
    const toPayer = transaction.refunded + transaction.refundedTwice + transaction.chargedBack;
    const toSeller = transaction.paidOut + transaction.overpaid + transaction.keptForSeller + transaction.keptPaid;
    const gone = toPayer + toSeller + transaction.feeTaken;
    // everything paid to the seller, owed or not
    const agree =
      balance(walk, 'fee_income') === transaction.feeTaken + transaction.keptForSeller &&
      balance(walk, 'seller_paid') === transaction.paidOut + transaction.overpaid &&
      balance(walk, 'platform_loss') +
        transaction.platformLoss +
        (transaction.lostOfOther[EURO] ?? 0) +
        differing(transaction) ===
        0 &&
      transaction.captured + transaction.platformLoss === held + gone;
    must(agree, () => JSON.stringify(walk));
  });
});

test('the T-account balances after every event and matches the transaction’s balances', () => {
  forAll(({ history }) => {
    let transaction = transactionAggregate.initial;
    const booked: BookedPosting[] = [];
    for (const [place, event] of history.entries()) {
      const after = transactionAggregate.evolve(transaction, event);
      const kept = after.keptForSeller - transaction.keptForSeller;
      for (const posting of postings(event, transaction))
        booked.push({
          ...posting,
          eventId: String(place),
          type: event.type,
          kept: posting.account === 'fee_income' ? kept : 0,
        });
      transaction = after;
    }
    const accounts = tAccountsOf(booked);
    for (const account of accounts) must(account.difference === 0, () => JSON.stringify(account));
    const [own] = accounts.filter(({ currency }) => currency === currencyOf(transaction));
    if (!own || transaction.captured === 0 || Object.keys(transaction.duplicates).length > 0) return;
    const { captured, refunded, chargedBack, paidOut, fees, held } = own;
    const agree =
      captured + differing(transaction) === transaction.captured &&
      refunded + chargedBack >= transaction.refunded + transaction.refundedTwice + transaction.chargedBack &&
      paidOut === transaction.paidOut + transaction.overpaid + transaction.keptPaid &&
      fees === transaction.feeTaken &&
      held ===
        transaction.inEscrow +
          transaction.refundInTransit +
          transaction.payable +
          transaction.payoutInTransit +
          transaction.keptForSeller;
    must(agree, () => `${JSON.stringify(own)} ${JSON.stringify(transaction)}`);
  });
});

test('at most one payout attempt is live, and none starts during a hold or chargeback [L-143] [L-131] [L-146]', () => {
  const ENDS: readonly string[] = ['PayoutCompleted', 'PayoutFailed', 'PayoutRefused'];
  forAll((trace) => {
    let live = 0;
    let transaction = transactionAggregate.initial;
    for (const event of trace.history) {
      if (event.type === 'PayoutInitiated') {
        must(transaction.chargeback === 'none' && transaction.staff === 'none', () => JSON.stringify(transaction));
        live++;
      }
      if (ENDS.includes(event.type)) live--;
      must(live === 0 || live === 1, () => `${live} live after ${event.type}`);
      transaction = transactionAggregate.evolve(transaction, event);
    }
  });
});

test('a seller who already has the money is not paid again, whatever hold staff lift [L-143] [L-146]', () => {
  forAllSteps(({ before, events }) => {
    if (!events.some(({ type }) => type === 'PayoutInitiated')) return;
    expect(before.paidOut).toBe(0);
    expect(before.overpaid).toBe(0);
  });
});

test('folding any prefix of a stream gives the state at that time, in plain JSON [L-021] [L-146]', () => {
  forAll(
    (trace) => {
      const stored = JSON.parse(JSON.stringify(trace.history)) as TransactionEvent[];
      for (const { walk } of trace.steps)
        expect(fold(transactionAggregate, stored.slice(0, walk.history.length))).toEqual(
          JSON.parse(JSON.stringify(walk.sale)),
        );
    },
    traces.slice(0, 60),
  );
});

const isReminder = ({ kind }: Deadline): boolean => (REMINDERS as readonly string[]).includes(kind);

test('a deadline that fires when due is cleared, and a second firing changes nothing [L-024] [L-145] [L-146]', () => {
  forAllSteps(({ walk }) => {
    for (const deadline of armedDeadlines(walk.sale).filter((armed) => !isReminder(armed))) {
      const { kind, dueAt } = deadline;
      const command = fires(kind, dueAt, { checkout: 'unpaid' }, Math.max(walk.now, dueAt));
      const fired = send(walk, command);
      const found = () => `${kind} in ${walk.sale.status}`;
      must(fired.history.length > walk.history.length, found);
      must(!armedDeadlines(fired.sale).some((armed) => armed.kind === kind && armed.dueAt === dueAt), found);
      must(send(fired, command).history.length === fired.history.length, found);
    }
  });
});

test('a deadline that is not armed or not due changes nothing [L-027] [L-146]', () => {
  forAllSteps(({ command, before, events }) => {
    if (command.type !== 'FireDeadline' || events.length === 0) return;
    expect(armedDeadlines(before)).toContainEqual(command.deadline);
    expect(command.at).toBeGreaterThanOrEqual(command.deadline.dueAt);
  });
});

const thirdStaff = { id: '8'.repeat(32), role: 'staff' } as const;

/** The next helpful move: the provider or staff act if they can, otherwise time passes. */
const helpfulMove = ({ sale: transaction, now }: Walk): TransactionCommand => {
  const { refund, payout } = transaction;
  const [open] = Object.entries(transaction.chargebacks).filter(([, { stands }]) => stands === 'open');
  if (open) return chargeback('won', now, open[1].amount, open[0]);
  if (allowedCommands(transaction, staff, now).includes('LiftStaffHold')) return lift(now);
  if (refund?.state === 'requested')
    return says({ kind: 'refund.done', refundId: refund.id, amount: refund.amount }, now);
  if (refund?.state === 'failed' && refund.retryAt === null) return { type: 'RetryRefund', by: staff, at: now };
  const { proposed, decided, questions } = transaction;
  const at = Math.max(now, questions.buyer ?? 0, questions.seller ?? 0, proposed?.shownUntil ?? 0);
  const colleague = [staff, secondStaff, thirdStaff].find(
    ({ id }) => id !== proposed?.by && !decided?.appeals.some(({ against }) => against === id),
  );
  if (proposed) return confirm(at, colleague, proposed.id);
  if (transaction.dispute === 'under_review' || transaction.staff === 'held')
    return { ...decide(0, at), by: colleague ?? staff };
  if (transaction.status === 'PAYOUT_INITIATED' && payout.id)
    return says({ kind: 'payout.paid', payoutId: payout.id, amount: payout.amount }, now);
  if (transaction.status === 'ESCROW_COMPLETED' && transaction.money === 'payable')
    return { type: 'ReviewPayability', by: SYSTEM, at: now, seller: VERIFIED };
  const next = armedDeadlines(transaction).find((deadline) => !isReminder(deadline) && deadline.kind !== 'escalation');
  if (!next) throw new Error(`nothing will ever happen in ${transaction.status}`);
  return fires(next.kind, next.dueAt, { checkout: 'unpaid' }, Math.max(now, next.dueAt));
};

test('a decision over more than €500 needs two people, on the amounts the first proposed [D2-267]', () => {
  let decided = 0;
  forAllSteps(({ command, before, events }) => {
    const decision = events.find(({ type }) => type === 'DisputeDecided');
    if (decision?.type !== 'DisputeDecided' || heldMoney(before) <= CURRENT_TERMS.secondPersonAbove) return;
    decided++;
    expect(command.type).toBe('ConfirmDecision');
    expect(command.by.id).not.toBe(before.proposed?.by);
    const { toBuyer, toSeller, fee, decidedBy } = decision.data;
    expect({ toBuyer, toSeller, fee, by: decidedBy }).toEqual({
      toBuyer: before.proposed?.toBuyer,
      toSeller: before.proposed?.toSeller,
      fee: before.proposed?.fee,
      by: before.proposed?.by,
    });
  });
  expect(decided).toBeGreaterThan(0);
});

test('a party that loses a decision may appeal once, other staff decide the appeal, and a large refund waits for the seller', () => {
  let [appeals, waits] = [0, 0];
  forAllSteps(({ command, before, events, walk: { history } }) => {
    for (const event of events) {
      if (event.type === 'DecisionAppealed') {
        appeals++;
        const by = event.data.by as 'buyer' | 'seller';
        expect(before.decided?.lost[by]).toBe(true);
        expect(history.filter((past) => past.type === event.type && past.data.by === by)).toHaveLength(1);
      }
      if (event.type === 'DisputeDecided')
        expect(before.decided?.appeals.map(({ against }) => against) ?? []).not.toContain(event.data.decidedBy);
    }
    if (before.dispute !== 'deferred' || !events.some(({ type }) => type === 'RefundRequested')) return;
    // a seller who has the item back gives up the time to appeal
    if (command.type === 'ConfirmReturnReceived') return;
    waits++;
    expect(command.at).toBeGreaterThanOrEqual(before.deferred?.until ?? 0);
    expect(before.deferred?.until).toBe(
      addBusinessDays(before.decided?.at ?? 0, CURRENT_TERMS.appealTerm.businessDays),
    );
  });
  expect(Math.min(appeals, waits)).toBeGreaterThan(0);
});

test('a proposal ends when its amounts or its dispute change', () => {
  forAll(({ history }) => {
    let transaction = transactionAggregate.initial;
    let basis: unknown;
    const basisOf = () => [heldMoney(transaction), transaction.dispute, transaction.chargeback, transaction.money];
    for (const event of history) {
      transaction = transactionAggregate.evolve(transaction, event);
      if (event.type === 'DecisionProposed') basis = basisOf();
      must((transaction.proposed === null) === (transaction.proposal === 'none'), () => JSON.stringify(transaction));
      if (!transaction.proposed) continue;
      const silent = transaction.dispute === 'under_review' && event.type === 'SellerSilent';
      if (silent) basis = basisOf();
      expect(basisOf(), event.type).toEqual(basis);
    }
  });
});

const STAYING: readonly string[] = [...CLOSABLE_CASES, 'chargeback', 'refundFailed'];
/** A bank transfer may still wait for confirmation after the transaction has ended. */
const isStaying = (kind: string, transaction: Sale): boolean =>
  STAYING.includes(kind) ||
  (kind === 'confirmation' && (transaction.outside.proposed !== null || pendingEnds(transaction).length > 0));

test('an ended transaction keeps only cases that a person or the bank must close', () => {
  forAllSteps(({ walk: { sale: transaction } }) => {
    const kinds = openCases(transaction).map(({ kind }) => kind);
    const found = () => `${kinds.join()}: ${JSON.stringify(transaction)}`;
    must(new Set(kinds).size === kinds.length, found);
    if (isTerminal(transaction))
      must(
        kinds.every((kind) => isStaying(kind, transaction)),
        found,
      );
    else if (transaction.staff === 'held' || transaction.dispute === 'under_review') must(kinds.length > 0, found);
  });
});

test('deadlines, a helpful provider and working staff end every transaction [L-145] [L-146]', () => {
  forAll(({ steps }) => {
    for (const { walk: start } of steps.filter((_, place) => place % 4 === 3)) {
      if (start.sale.status === 'draft') continue;
      let walk = start;
      for (let moves = 0; !isTerminal(walk.sale); moves++) {
        if (moves === 40) expect.fail(`still in ${walk.sale.status}`);
        walk = send(walk, helpfulMove(walk));
      }
      // a second payment is refunded whatever happens to the transaction
      expect(armedDeadlines(walk.sale).filter(({ kind }) => kind !== 'duplicateRetry')).toEqual([]);
    }
  });
});

test('an allowed command is not refused as impossible at that moment [L-022]', () => {
  forAllSteps(({ command, before }) => {
    const decision = transactionAggregate.decide(asRead(command, before), before);
    if (decision.ok || command.type === 'FireDeadline' || command.type === 'RecordProviderFact') return;
    const { code } = decision.error;
    const offered = allowedCommands(before, command.by, command.at).includes(command.type);
    if (offered) expect(['notNow', 'notYourTransaction', 'windowOver', 'pauseNotEligible']).not.toContain(code);
    if (code === 'notNow')
      expect(decision.error).toMatchObject({
        status: before.status,
        allowed: allowedCommands(before, command.by, command.at),
      });
  });
});

test('provider messages are never refused [L-038] [L-146]', () => {
  forAllSteps(({ command, before }) => {
    if (command.type === 'RecordProviderFact')
      expect(transactionAggregate.decide(asRead(command, before), before).ok).toBe(true);
  });
});

test('every written event matches its stored schema [L-013]', () => {
  forAll((trace) => {
    for (const { type, data } of trace.history)
      expect(transactionEvents[type].schema.safeParse(data).error).toBeUndefined();
  });
});

const regionsOf = (transaction: Sale): EscrowState =>
  Object.fromEntries(
    Object.keys(REGIONS).map((region) => [region, transaction[region as keyof EscrowState]]),
  ) as EscrowState;

test('folding a stream gives the same state as running the statechart [L-019] [L-146]', () => {
  forAll(
    (trace) => {
      let transaction = transactionAggregate.initial;
      let snapshot = escrow.resolveState({ value: regionsOf(transaction) });
      for (const event of trace.history) {
        must(escrowGate.admits(transaction, event.type), () => event.type);
        [snapshot] = transition(escrow, snapshot, event);
        transaction = transactionAggregate.evolve(transaction, event);
        expect(regionsOf(transaction)).toEqual(snapshot.value);
      }
    },
    traces.slice(0, 300),
  );
});

test('the event lookup refuses exactly the events that the statechart refuses [L-019] [L-020]', () => {
  const types = Object.keys(transactionEvents) as TransactionEventType[];
  forAll((trace) => {
    const { sale: transaction, history } = trace;
    for (const type of types) {
      const event = history.find((past) => past.type === type);
      if (!event) continue;
      const refusal = () => transactionAggregate.evolve(transaction, event);
      if (escrowGate.admits(transaction, type)) expect(refusal).not.toThrow();
      else expect(refusal).toThrow(CorruptHistory);
    }
  });
});

test('the random histories reach every status and every event', () => {
  const statuses = new Set(traces.flatMap(({ steps }) => steps.map(({ walk }) => walk.sale.status)));
  const types = new Set<string>(traces.flatMap(({ history }) => history.map(({ type }) => type)));
  expect(Object.keys(REGIONS.status).filter((status) => !statuses.has(status as Sale['status']))).toEqual([]);
  expect(Object.keys(transactionEvents).filter((type) => !types.has(type))).toEqual([]);
});
