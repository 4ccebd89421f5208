import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transition } from 'xstate';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { allowedCommands, partOf } from '#domain/transactions/allowed.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { armedDeadlines } from '#domain/transactions/deadlines.ts';
import { escrow } from '#domain/transactions/escrow.ts';
import { type EscrowGate, escrowGate, gateOf } from '#domain/transactions/escrowGate.ts';
import { type TransactionEvent, type TransactionEventType, transactionEvents } from '#domain/transactions/events.ts';
import { whatCanHappen } from '#domain/transactions/next.ts';
import { COMMANDS, type RuledCommand, type Step } from '#domain/transactions/process/commandTable.ts';
import {
  DEADLINE_ROWS,
  DEADLINES,
  type DeadlineKind,
  type DeadlineRow,
  isReminder,
} from '#domain/transactions/process/deadlineTable.ts';
import { STATEMENTS, UNEXPECTED } from '#domain/transactions/process/providerTable.ts';
import { arrowsOf, REGIONS } from '#domain/transactions/process/regions.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { transactionAggregate, transactionDecider } from '#domain/transactions/transaction.ts';
import { later } from '#tests/support/tier.ts';
import { dice, nextCommand } from './randomHistory.ts';
import * as s from './scenario.ts';

type Walked = { command: TransactionCommand; before: Transaction; events: TransactionEvent[]; after: Transaction };

/** Random histories rarely reach these states on their own. */
const BEGINNINGS = [
  [],
  [
    ...s.dearPaid,
    s.ship(),
    s.chargeback('opened', s.SHIPPED_AT + HOUR, s.DEAR_TOTAL),
    s.command('EndChargeback', s.staff, s.SHIPPED_AT + DAY, {
      chargebackId: 'cb-1',
      outcome: 'won',
      rationale: 'words',
      seller: s.VERIFIED,
    }),
  ],
  s.failed,
  s.processing,
  [...s.payingOut, s.payoutFails(s.RUN_AT), s.fires('payoutRetry', s.RUN_AT + DAY)],
  [...s.payingOut],
  s.proposed,
  s.paused,
  s.pending,
  [
    ...s.paid,
    ...[2, 3].map((n) => s.pay(s.MONDAY, s.TOTAL, `payment-${n}`)),
    ...[1, 2].map((n) =>
      s.says({ kind: 'refund.failed', refundId: `${s.TRANSACTION_ID}r${n}`, reason: 'closed' }, s.MONDAY + n * HOUR),
    ),
  ],
  [...s.shipped, s.chargeback('opened', s.SHIPPED_AT, 2_000), s.chargeback('opened', s.SHIPPED_AT, 3_000, 'cb-2')],
  [...s.dearRefundFailed(), s.settle('refund')],
];

/** Covered by other tests: a failed bank transfer, and refunds of two second payments that fail in turn. */
const RARE = [
  'paymentWindow PaymentFailed',
  'duplicateRetry DuplicatePaymentReceived',
  'duplicateRetry DuplicateRefundRequested',
  'duplicateRetry DuplicateRefundCompleted',
];

/** Every command of random histories, with the events it wrote. */
const walked: Walked[] = fc
  .sample(fc.noBias(fc.array(dice, { minLength: 20, maxLength: 80, size: 'max' })), { numRuns: 700, seed: 20260302 })
  .flatMap((rolls, place) => {
    const beginning = BEGINNINGS[place % BEGINNINGS.length] ?? [];
    let transaction = s.transactionAfter(beginning);
    let now = beginning.at(-1)?.at ?? s.MONDAY;
    return rolls.map((roll) => {
      const command = nextCommand(transaction, now, roll);
      const decision = transactionAggregate.decide(command, transaction);
      const events = decision.ok ? decision.value : [];
      const before = transaction;
      transaction = events.reduce(transactionAggregate.evolve, transaction);
      now = Math.max(now, command.at);
      return { command, before, events, after: transaction };
    });
  });

const promised = (steps: readonly Step[]): TransactionEventType[] =>
  steps.flatMap(({ events, also = [] }) => [...events, ...also]);

const firedBy = (row: DeadlineRow): TransactionEventType[] =>
  'fires' in row ? [...row.fires, ...(row.also ?? [])] : [];

/** The row for this command. */
const rowOf = (command: TransactionCommand): { name: string; events: readonly TransactionEventType[] } => {
  switch (command.type) {
    case 'FireDeadline': {
      const { kind } = command.deadline;
      return { name: kind, events: firedBy(DEADLINE_ROWS[kind]) };
    }
    case 'RecordProviderFact':
      return { name: command.fact.kind, events: [...promised(STATEMENTS[command.fact.kind]), ...UNEXPECTED] };
    default:
      return { name: command.type, events: promised(COMMANDS[command.type]) };
  }
};

describe('the tables and the decisions', () => {
  test('only events in the row of a command, statement or deadline are appended', () => {
    for (const { command, events } of walked) {
      const { name, events: allowed } = rowOf(command);
      for (const { type } of events) expect(allowed, `${name} wrote ${type}`).toContain(type);
    }
  });

  test('every row appends its certain events in some history', () => {
    const written = new Set(
      walked.flatMap(({ command, events }) => events.map(({ type }) => `${rowOf(command).name} ${type}`)),
    );
    const named = [
      ...[...Object.entries(COMMANDS), ...Object.entries(STATEMENTS)].flatMap(([name, steps]) =>
        steps.flatMap(({ events }) => events.map((event) => `${name} ${event}`)),
      ),
      ...Object.entries(DEADLINE_ROWS).flatMap(([name, row]) =>
        'fires' in row ? row.fires.map((event) => `${name} ${event}`) : [],
      ),
    ];
    expect([...new Set(named)].filter((each) => !written.has(each))).toEqual([]);
  });

  test('no row of a table and no state of the chart names an event twice', () => {
    const steps = Object.entries<readonly Step[]>({ ...COMMANDS, ...STATEMENTS });
    const lists = [
      ...steps.flatMap(([name, rows]) => rows.map((row) => ({ name, events: promised([row]) }))),
      ...Object.entries(DEADLINE_ROWS).flatMap(([name, row]) => [
        { name, events: firedBy(row) },
        { name: `${name} is set`, events: row.setBy },
      ]),
      { name: 'what is unexpected', events: UNEXPECTED },
      ...Object.values(REGIONS).flatMap((region) =>
        Object.entries(region).map(([name, state]) => ({
          name,
          events: arrowsOf(name, state).map(([event]) => event),
        })),
      ),
    ];
    expect(lists.filter(({ events }) => new Set(events).size < events.length)).toEqual([]);
  });

  test('every event of a transaction appears in a row', () => {
    const named = new Set<string>([
      ...Object.values(COMMANDS).flatMap(promised),
      ...Object.values(STATEMENTS).flatMap(promised),
      ...Object.values(DEADLINE_ROWS).flatMap(firedBy),
      ...UNEXPECTED,
    ]);
    expect(Object.keys(transactionEvents).filter((type) => !named.has(type))).toEqual([]);
  });

  test('a firing deadline appends all events of its row, or a replacement', () => {
    for (const { before } of walked)
      for (const { kind } of armedDeadlines(before)) {
        const row = DEADLINE_ROWS[kind];
        if (!('fires' in row) || ['payoutRun', 'payoutRetry', 'disputeAnswer'].includes(kind)) continue;
        const dueAt = row.at(before) as number;
        const fired = transactionAggregate.decide(s.fires(kind, dueAt, { checkout: 'unpaid' }), before);
        const types = fired.ok ? fired.value.map(({ type }) => type) : [];
        expect(types, `${kind} in ${before.status}`).toEqual(expect.arrayContaining([...row.fires]));
      }
  });

  test('deadlines due at the same instant fire in the order of the table', () => {
    const at = s.DISPUTED_AT;
    const tied = [...s.shipped, s.requestReturn(at), s.dispute(at), s.contest(at), s.approveReturn(at)];
    const armed = armedDeadlines(s.transactionAfter(tied)).filter(({ kind }) => !isReminder(kind));
    const [first, second] = armed;
    expect([first?.kind, second?.kind]).toEqual(['returnShipBack', 'disputeReview']);
    expect(first?.dueAt).toBe(second?.dueAt);
  });

  test('only the events that set a deadline change its instant', () => {
    const set = new Set<string>();
    for (const { before, events } of walked) {
      let transaction = before;
      for (const event of events) {
        const next = transactionAggregate.evolve(transaction, event);
        for (const kind of DEADLINES) {
          const [was, is] = [DEADLINE_ROWS[kind].at(transaction) ?? null, DEADLINE_ROWS[kind].at(next) ?? null];
          // an appeal without a dispute has no answer to wait for
          const unasked = kind === 'disputeAnswer' && next.dispute !== 'awaiting_seller';
          if (is === null || is === was || unasked) continue;
          expect(DEADLINE_ROWS[kind].setBy, `${kind} after ${event.type}`).toContain(event.type);
          set.add(`${kind} ${event.type}`);
        }
        transaction = next;
      }
    }
    const named = DEADLINES.flatMap((kind) => DEADLINE_ROWS[kind].setBy.map((event) => `${kind} ${event}`));
    expect(named.filter((each) => !set.has(each) && !RARE.includes(each))).toEqual([]);
  });

  test('every armed reminder belongs to an armed deadline', () => {
    for (const { before } of walked) {
      const armed = armedDeadlines(before).map(({ kind }) => kind);
      for (const kind of armed) {
        const row = DEADLINE_ROWS[kind];
        expect('reminds' in row).toBe(isReminder(kind));
        if ('reminds' in row && before.payout.watchUntil !== null) expect(armed, kind).toContain(row.reminds);
      }
    }
  });
});

const RULED = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];
const STATED = Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[];

describe('the machine', () => {
  const placeIn = (transaction: Transaction) => escrowGate.snapshotOf(transaction).value;

  test('moves to the state that the certain events of a command lead to', () => {
    let seen = 0;
    for (const { command, before, events, after } of walked) {
      const { type, at } = command;
      if (events.length === 0 || type === 'FireDeadline' || type === 'RecordProviderFact') continue;
      const sure = COMMANDS[type].some(
        (step) =>
          step.events.length === events.length && step.events.every((type, place) => type === events[place]?.type),
      );
      const part = partOf(before, command.by);
      if (!sure || !part || before.status === 'draft' || ++seen % 5 > 0) continue;
      const [next] = transition(escrow, escrowGate.snapshotOf(before), { type, part, transaction: before, now: at });
      expect(next.value, type).toEqual(placeIn(after));
    }
    expect(seen).toBeGreaterThan(500);
  });

  test('takes an event in every region that knows it, or in none', () => {
    const open = escrowGate.snapshotOf(s.transactionAfter([...s.shipped, s.chargeback('opened', s.SHIPPED_AT + 1)]));
    expect(transition(escrow, open, { type: 'RefundRequested' })[0].value).toEqual(open.value);
    const free = escrowGate.snapshotOf(s.transactionAfter(s.shipped));
    expect(transition(escrow, free, { type: 'RefundRequested' })[0].value).toMatchObject({
      status: 'REFUND_BUYER',
      money: 'refunding',
    });
  });

  later.test('answers the gate’s questions the same without its cache', () => {
    let asked = 0;
    for (const [index, { after, command }] of walked.entries()) {
      if (index % 90 > 0 || after.status === 'draft') continue;
      const snapshot = escrowGate.snapshotOf(after);
      const people = [s.buyer, s.seller, s.staff, s.secondStaff, s.SYSTEM];
      const questions = [
        ...people.flatMap((actor) =>
          RULED.map((type) => ({ type, actor: actor.id, part: partOf(after, actor) ?? 'staff', now: command.at })),
        ),
        ...STATED.map((type) => ({ type, part: 'provider' as const, now: command.at })),
        ...DEADLINES.map((kind) => ({ type: `deadline.${kind}` as const })),
      ];
      for (const question of questions) {
        const about = { ...question, transaction: after };
        expect(escrowGate.can(about), `${question.type} in ${after.status}`).toBe(snapshot.can(about));
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(20_000);
  });

  test('gives other decisions, buttons, deadlines and next steps with other guards', () => {
    const lenient = gateOf(escrow.provide({ guards: { insidePauseWindow: () => true, free: () => false } }));
    const shipped = s.transactionAfter(s.shipped);
    const early = s.pause(s.SHIPPED_AT + 1);
    expect(transactionAggregate.decide(early, shipped)).toMatchObject({
      ok: false,
      error: { code: 'pauseNotEligible' },
    });
    const pausable = gateOf(escrow.provide({ guards: { insidePauseWindow: () => true } }));
    expect(transactionDecider(pausable).decide(early, shipped)).toMatchObject({ ok: true });
    expect(allowedCommands(shipped, s.buyer, early.at)).not.toContain('PauseEscrow');
    expect(allowedCommands(shipped, s.buyer, early.at, pausable)).toContain('PauseEscrow');

    const late = [...s.shipped.slice(0, 2)];
    const pending = s.transactionAfter(late);
    const never = gateOf(escrow.provide({ guards: { insideWindow: () => false } }));
    const another = s.setShipping(s.MONDAY, 2);
    expect(transactionDecider(never).decide(another, pending)).toMatchObject({
      ok: false,
      error: { code: 'notNow', allowed: ['Cancel'] },
    });

    const kinds = (gate?: EscrowGate) => armedDeadlines(shipped, gate).map(({ kind }) => kind);
    expect(kinds()).toContain('escrowEnd');
    expect(kinds(lenient)).toEqual(['escalation']);
    const end = s.fires('escrowEnd', s.ESCROW_END);
    expect(transactionDecider(lenient).decide(end, shipped)).toEqual({ ok: true, value: [] });
    const next = (gate?: EscrowGate) =>
      whatCanHappen(shipped, early.at, gate).flatMap((each) => (each.kind === 'command' ? [each.command] : []));
    expect(next()).not.toContain('PauseEscrow' satisfies RuledCommand);
    expect(next(pausable)).toContain('PauseEscrow' satisfies RuledCommand);
  });
});

describe('the possible next steps', () => {
  test('of a paid transaction are listed with actor and target state', () => {
    const paid = s.transactionAfter(s.paid);
    expect(whatCanHappen(paid, s.MONDAY)).toEqual([
      { kind: 'command', command: 'Cancel', by: 'buyer', to: { status: 'REFUND_BUYER', money: 'refunding' } },
      { kind: 'command', command: 'Cancel', by: 'seller', to: { status: 'REFUND_BUYER', money: 'refunding' } },
      { kind: 'command', command: 'ConfirmShipment', by: 'seller', to: { status: 'IN_ESCROW' } },
      { kind: 'command', command: 'BookDifference', by: 'staff', to: {} },
      { kind: 'command', command: 'PlaceStaffHold', by: 'staff', to: { staff: 'held' } },
      { kind: 'statement', statement: 'chargeback.opened', to: { chargeback: 'open' } },
      { kind: 'deadline', deadline: 'shipReminder', dueAt: paid.shipReminderAt, to: {} },
      {
        kind: 'deadline',
        deadline: 'shipment',
        dueAt: paid.shipBy,
        to: { status: 'REFUND_BUYER', money: 'refunding' },
      },
      { kind: 'deadline', deadline: 'escalation', dueAt: paid.escalateAt, to: {} },
    ]);
  });

  test('offer the end of a chargeback only while a chargeback is undecided or lost', () => {
    const endsOf = (transaction: Transaction): string[] =>
      whatCanHappen(transaction, s.DISPUTED_AT).flatMap((each) =>
        each.kind === 'statement' && /won|lost/.test(each.statement) ? [each.statement] : [],
      );
    const proposed = s.transactionAfter(s.proposed);
    expect([proposed.proposal, endsOf(proposed)]).toEqual(['pending', []]);
    const open = s.transactionAfter([...s.shipped, s.chargeback('opened', s.SHIPPED_AT + 1)]);
    expect(endsOf(open)).toEqual(['chargeback.won', 'chargeback.lost']);
    for (const { after } of walked.filter((_, place) => place % 50 === 0))
      if (Object.values(after.chargebacks).every(({ stands }) => stands === 'won')) expect(endsOf(after)).toEqual([]);
  });

  test('match the allowed commands of each actor', () => {
    for (const { before, command } of walked.filter((_, place) => place % 100 === 0)) {
      if (before.status === 'draft') continue;
      const possible = whatCanHappen(before, command.at);
      for (const [actor, part] of [
        [s.buyer, 'buyer'],
        [s.seller, 'seller'],
        [s.SYSTEM, 'system'],
      ] as const)
        expect(possible.flatMap((each) => (each.kind === 'command' && each.by === part ? [each.command] : []))).toEqual(
          allowedCommands(before, actor, command.at),
        );
    }
  });
});

describe('the length of each deadline', () => {
  const LENGTHS: Record<DeadlineKind, unknown> = {
    paymentWindow: 30 * MINUTE,
    settlement: 7 * DAY,
    shipReminder: { before: 24 * HOUR },
    shipment: 96 * HOUR,
    firstNotice: { before: 3 * DAY },
    lastNotice: { before: DAY },
    escrowEnd: 12 * DAY,
    pauseReminder: 7 * DAY,
    pauseLimit: 30 * DAY,
    disputeAnswer: 3 * DAY,
    settlementOffer: 3 * DAY,
    disputeReview: { businessDays: 5 },
    decidedRefund: { businessDays: 5 },
    decisionConfirmation: { businessDays: 3 },
    returnAnswer: 2 * DAY,
    returnShipBack: { businessDays: 5 },
    returnInspection: 12 * DAY,
    refundWatch: { businessDays: 7 },
    refundRetry: [HOUR, DAY, 3 * DAY],
    duplicateRetry: [HOUR, DAY, 3 * DAY],
    payoutRun: { run: 2, hour: 10 },
    payoutAsk: { businessDays: 1 },
    payoutWatch: { businessDays: 5 },
    payoutRetry: [DAY, 3 * DAY, 7 * DAY],
    escalation: 75 * DAY,
  };

  test.each(DEADLINES)('%s', (kind) => {
    const row = DEADLINE_ROWS[kind];
    expect('before' in row ? { before: CURRENT_TERMS[row.before] } : CURRENT_TERMS[row.after]).toEqual(LENGTHS[kind]);
  });
});
