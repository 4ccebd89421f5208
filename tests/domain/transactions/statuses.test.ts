import { expect, test } from 'vitest';
import { escrow } from '#domain/transactions/escrow.ts';
import { type TransactionEventType, transactionEvents } from '#domain/transactions/events.ts';
import { COMMANDS } from '#domain/transactions/process/commandTable.ts';
import { DEADLINES } from '#domain/transactions/process/deadlineTable.ts';
import { STATEMENTS } from '#domain/transactions/process/providerTable.ts';
import { REGIONS } from '#domain/transactions/process/regions.ts';
import { CorruptHistory } from '#domain/transactions/replay.ts';
import { DISPLAY_LABELS, STATUS_LABELS } from '#domain/transactions/statuses.ts';
import { armedDeadlines, displayStatus, transactionAggregate } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';

test('the twelve public statuses have their labels [D2-157] [D2-158] [D2-159] [D2-160] [D2-161] [D2-162] [D2-163] [D2-164] [D2-165] [D2-166] [D2-167] [D2-168] [D2-169]', () => {
  expect(STATUS_LABELS).toEqual({
    CREATED: 'Created',
    PAYMENT_PENDING: 'Payment Pending',
    PAYMENT_FAILED: 'Payment Failed',
    AWAIT_SHIPPING: 'Awaiting Shipping',
    IN_ESCROW: 'In Escrow',
    ESCROW_COMPLETED: 'Escrow Completed',
    READY_FOR_PAYOUT: 'Ready for Payout',
    PAYOUT_INITIATED: 'Payout Initiated',
    COMPLETED: 'Completed',
    CANCELLED: 'Cancelled',
    REFUNDED: 'Refunded',
    REFUND_BUYER: 'Refund Pending',
  });
  expect(Object.keys(REGIONS.status).sort()).toEqual(['draft', ...Object.keys(STATUS_LABELS)].sort());
});

test('holds inside escrow have their own display statuses [D2-170] [D2-171]', () => {
  const named = [s.paused, s.disputed, [...s.shipped, s.requestReturn()]].map(
    (history) => DISPLAY_LABELS[displayStatus(s.transactionAfter(history))],
  );
  expect(named).toEqual(['Escrow Paused', 'Dispute Open', 'Return in Progress']);
});

test('the chart knows all events, commands, statements and deadlines, and nothing else [L-019]', () => {
  const alphabet = [
    ...Object.keys(transactionEvents),
    ...Object.keys(COMMANDS),
    ...Object.keys(STATEMENTS),
    ...DEADLINES.map((kind) => `deadline.${kind}`),
  ];
  expect([...new Set<string>(escrow.events)].sort()).toEqual(alphabet.sort());
});

test('each event leads to one status or keeps it, a cancellation to one of two [L-019]', () => {
  for (const type of Object.keys(transactionEvents) as TransactionEventType[]) {
    const moves = Object.entries(REGIONS.status).flatMap(([from, { to = {} }]) =>
      type in to ? [[from, (to as Record<string, string>)[type]]] : [],
    );
    const stays = Object.entries(REGIONS.status).flatMap(([from, { leaves = [] }]) =>
      leaves.includes(type) ? [from] : [],
    );
    const targets = new Set(moves.map(([, to]) => to));
    // an unpaid transaction ends here, a paid one still has money to refund
    if (type === 'TransactionCancelled') {
      expect(targets).toEqual(new Set(['CANCELLED', 'REFUND_BUYER']));
      continue;
    }
    expect(targets.size, type).toBeLessThanOrEqual(1);
    if (targets.size === 1)
      expect(
        stays.filter((from) => !targets.has(from)),
        type,
      ).toEqual([]);
  }
});

test('the deadlines in the chart match the armed ones', () => {
  const failedPayout = [...s.payingOut, s.payoutFails(s.RUN_AT)];
  const failedRefund = [
    ...s.cancelledPaid,
    s.says({ kind: 'refund.failed', refundId: `${s.TRANSACTION_ID}r1`, reason: 'no' }, s.MONDAY),
  ];
  const failedDuplicate = [
    ...s.paid,
    s.pay(s.MONDAY, s.TOTAL, 'payment-2'),
    s.says({ kind: 'refund.failed', refundId: `${s.TRANSACTION_ID}r1`, reason: 'no' }, s.MONDAY),
  ];
  const offered = [...s.disputed, s.command('OfferSettlement', s.seller, s.DISPUTED_AT, { toBuyer: 1 })];
  const returned = [...s.shipped, s.requestReturn()];
  const approved = [...returned, s.approveReturn()];
  const histories = [
    s.pending,
    s.processing,
    s.paid,
    s.shipped,
    s.paused,
    offered,
    s.underReview,
    s.proposed,
    [...s.underReview, s.decide(s.TOTAL)],
    returned,
    approved,
    [...approved, s.shipReturn()],
    s.cancelledPaid,
    failedRefund,
    failedDuplicate,
    s.released,
    failedPayout,
    s.payingOut,
  ];
  const armed = new Set(
    histories.flatMap((history) => armedDeadlines(s.transactionAfter(history)).map(({ kind }) => kind)),
  );
  expect([...armed].sort()).toEqual([...DEADLINES].sort());
});

test('a history that the chart refuses throws CorruptHistory with the event [L-020]', () => {
  const [shipment] = s.historyOf(s.shipped).filter(({ type }) => type === 'ShipmentConfirmed');
  const pending = s.transactionAfter(s.pending);
  const replay = () => transactionAggregate.evolve(pending, shipment as NonNullable<typeof shipment>);
  expect(replay).toThrow(CorruptHistory);
  expect(replay).toThrow('ShipmentConfirmed cannot follow in status PAYMENT_PENDING');
  expect(() => transactionAggregate.evolve(pending, { type: 'Nonsense', data: { at: 0 } } as never)).toThrow(
    CorruptHistory,
  );
});

test('the state contains no text, address, tracking code or evidence', () => {
  const secret = 'my-secret';
  const histories = [
    [...s.paid, s.ship(s.SHIPPED_AT, secret), { ...s.pause(), reason: secret }],
    [
      ...s.shipped,
      { ...s.dispute(), text: secret, evidence: [secret] },
      { ...s.contest(), text: secret, evidence: [secret] },
      { ...s.decide(1), rationale: secret },
    ],
    [...s.dearUnderReview, { ...s.decide(1), rationale: secret }, { ...s.refuse(), reason: secret }],
    [
      ...s.shipped,
      { ...s.requestReturn(), text: secret, evidence: [secret] },
      s.approveReturn(),
      { ...s.shipReturn(), trackingCode: secret },
    ],
    [
      s.buy(),
      { ...s.setShipping(), address: { ...s.address, fullName: secret, city: secret } },
      { ...s.hold(s.MONDAY), reason: secret },
    ],
  ] as (typeof s.paid)[];
  for (const history of histories) {
    const commands = history.filter(({ type }) => type !== 'PlaceStaffHold');
    expect(JSON.stringify(s.historyOf(commands))).toContain(secret);
    expect(JSON.stringify(s.transactionAfter(commands))).not.toContain(secret);
  }
});
