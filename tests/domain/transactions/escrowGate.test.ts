import { expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { partOf } from '#domain/transactions/allowed.ts';
import { escrowGate } from '#domain/transactions/escrowGate.ts';
import { type TransactionEventType, transactionEvents } from '#domain/transactions/events.ts';
import { COMMANDS, type RuledCommand } from '#domain/transactions/process/commandTable.ts';
import { DEADLINES } from '#domain/transactions/process/deadlineTable.ts';
import { STATEMENTS } from '#domain/transactions/process/providerTable.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import * as s from './scenario.ts';
import { admitsByTables, canByTables } from './tableOracle.ts';

const HISTORIES = [
  s.failed,
  s.processing,
  s.expired,
  s.cancelledPaid,
  s.paused,
  s.underReview,
  [...s.underReview, s.decide(s.TOTAL)],
  s.proposed,
  [...s.shipped, s.requestReturn(), s.approveReturn(), s.shipReturn()],
  [...s.shipped, s.hold(s.SHIPPED_AT + DAY)],
  [...s.shipped, s.chargeback('opened', s.SHIPPED_AT), s.chargeback('lost', s.SHIPPED_AT + DAY)],
  s.waitingForBank,
  s.completed,
  [...s.payingOut, s.payoutFails(s.RUN_AT + HOUR)],
  [...s.paid, s.pay(s.MONDAY + HOUR, s.TOTAL, 'payment-2')],
  s.dearRefundFailed(),
  [...s.dearRefundFailed(), s.settle('refund')],
];

/** Each transaction after a command, with the time of that command. */
const STATES = HISTORIES.flatMap((history) =>
  history.map((command, index) => ({
    transaction: s.transactionAfter(history.slice(0, index + 1)),
    at: command.at,
  })),
);

const COMMAND_TYPES = Object.keys(COMMANDS) as RuledCommand[];
const STATEMENT_TYPES = Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[];
const EVENT_TYPES = Object.keys(transactionEvents) as TransactionEventType[];
const PEOPLE = [s.buyer, s.seller, s.staff, s.secondStaff, s.SYSTEM];

const questionsAbout = (transaction: Transaction, now: number) => [
  ...PEOPLE.flatMap((actor) =>
    COMMAND_TYPES.map((type) => ({
      type,
      part: partOf(transaction, actor) ?? ('staff' as const),
      actor: actor.id,
      transaction,
      now,
    })),
  ),
  ...STATEMENT_TYPES.map((type) => ({ type, part: 'provider' as const, transaction, now })),
  ...DEADLINES.map((kind) => ({ type: `deadline.${kind}` as const, transaction })),
];

test('answers every question as its tables do', () => {
  let asked = 0;
  for (const { transaction, at } of STATES)
    for (const now of [at, at + HOUR, at + 4 * DAY, at + 12 * DAY, at + 40 * DAY])
      for (const question of questionsAbout(transaction, now)) {
        const about = `${question.type} in ${transaction.status} at ${now}`;
        expect(escrowGate.can(question), about).toBe(canByTables(question));
        asked++;
      }
  expect(asked).toBeGreaterThan(80_000);
});

test('admits the events that its tables admit', () => {
  for (const { transaction } of STATES)
    for (const type of EVENT_TYPES)
      expect(escrowGate.admits(transaction, type), `${type} in ${transaction.status}`).toBe(
        admitsByTables(transaction, type),
      );
});
