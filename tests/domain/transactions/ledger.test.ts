import { expect, test } from 'vitest';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { type TransactionEventType, transactionEvents } from '#domain/transactions/events.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';
import {
  chargeback,
  decide,
  FEE,
  MONDAY,
  payoutFails,
  RUN_AT,
  refunded,
  SHARE,
  TOTAL,
  TRANSACTION_ID,
} from './scenario.ts';

const at = s.ESCROW_END + 20 * 86_400_000;
const twice = s.pay(at, TOTAL, 'payment-2');
const partly = [...s.underReview, decide(4_000)];

const failedOnce = [...s.payingOut, payoutFails(RUN_AT)];
const arrivedLate = [...failedOnce, s.paidOut(at)];
const overpaid = [...failedOnce, s.fires('payoutRetry', RUN_AT + 86_400_000), s.paidOut(at, 1)];

/** Postings of each event in cents: positive into an account, negative out of it. */
const partOnItsWay = [...s.underReview, s.decide(4_000)];
const chargedBackUnshipped = [
  ...s.cancelledPaid,
  s.refundFails(s.dueAt(s.transactionAfter(s.cancelledPaid), 'refundWatch') ?? 0),
  chargeback('lost', at - 1),
];
const chargedBack = [...s.shipped, chargeback('lost', at)];

const OUTCOMES: [TransactionEventType, readonly TransactionCommand[], Record<string, number>][] = [
  ['PaymentCaptured', s.paid, { psp_clearing: -TOTAL, escrow: TOTAL }],
  ['PaymentMismatched', [...s.pending, s.pay(MONDAY, 777)], { psp_clearing: -777, escrow: 777 }],
  ['LatePaymentReceived', [...s.expired, s.pay(at)], { psp_clearing: -TOTAL, escrow: TOTAL }],
  ['DuplicatePaymentReceived', [...s.shipped, twice], { psp_clearing: -TOTAL, duplicate: TOTAL }],
  ['DuplicateRefundCompleted', [...s.shipped, twice, refunded(at)], { duplicate: -TOTAL, psp_clearing: TOTAL }],
  [
    'RefundCameBack',
    [
      ...s.cancelledPaid,
      refunded(at),
      s.says({ kind: 'refund.failed', refundId: `${TRANSACTION_ID}r1`, reason: '' }, at + 1),
    ],
    { psp_clearing: -TOTAL, duplicate: TOTAL },
  ],
  ['EscrowReleased', s.released, { escrow: -TOTAL, seller_payable: SHARE, fee_income: FEE }],
  [
    'ReleaseRevoked',
    [...s.released, s.dispute(s.ESCROW_END)],
    { escrow: TOTAL, seller_payable: -SHARE, fee_income: -FEE },
  ],
  ['RefundRequested', s.cancelledPaid, { escrow: -TOTAL, refund_transit: TOTAL }],
  ['RefundCompleted', [...s.cancelledPaid, refunded(at)], { refund_transit: -TOTAL, psp_clearing: TOTAL }],
  [
    'RefundCompleted',
    [...s.underReview, decide(SHARE), s.appealOver(), refunded(at, SHARE)],
    { refund_transit: -SHARE, psp_clearing: SHARE, escrow: -FEE, fee_income: FEE },
  ],
  ['DifferenceBooked', [...s.completed, s.bookDifference(300)], { psp_clearing: 300, platform_loss: -300 }],
  [
    'SettledOutsideProvider',
    [...s.refundFailsForGood(s.cancelledPaid), s.settle('refund')],
    { psp_clearing: -TOTAL, own_bank: TOTAL },
  ],
  [
    'RefundCompleted',
    [...s.refundFailsForGood(s.cancelledPaid), s.settle('refund')],
    { refund_transit: -TOTAL, psp_clearing: TOTAL },
  ],
  ['RefundRequested', partly, { escrow: -4_000, refund_transit: 4_000 }],
  ['PartialRefundCompleted', [...partly, refunded(at, 4_000)], { refund_transit: -4_000, psp_clearing: 4_000 }],
  ['RefundArrivedLate', [...chargedBackUnshipped, refunded(at, TOTAL)], { psp_clearing: TOTAL, platform_loss: -TOTAL }],
  ['RefundArrivedLate', [...s.cancelledPaid, refunded(at, 1_000)], { refund_transit: -1_000, psp_clearing: 1_000 }],
  ['RefundMadeByHand', [...s.shipped, refunded(at, 500, 're_1')], { psp_clearing: 500, platform_loss: -500 }],
  [
    'RefundMadeByHand',
    [...s.shipped, twice, s.says({ kind: 'refund.done', refundId: 're_1', amount: 9_000, paymentId: 'payment-2' }, at)],
    { duplicate: -TOTAL, psp_clearing: 9_000, platform_loss: TOTAL - 9_000 },
  ],
  [
    'EscrowReleased',
    [...partly, refunded(at, 4_000)],
    { escrow: 4_000 - TOTAL, seller_payable: SHARE - 4_000, fee_income: FEE },
  ],
  ['PayoutInitiated', s.payingOut, { seller_payable: -SHARE, payout_transit: SHARE }],
  ['PayoutCompleted', s.completed, { payout_transit: -SHARE, seller_paid: SHARE }],
  ['PayoutFailed', [...s.payingOut, payoutFails(RUN_AT)], { payout_transit: -SHARE, seller_payable: SHARE }],
  ['PayoutRefused', [...s.payingOut, payoutFails(RUN_AT, 1, true)], { payout_transit: -SHARE, seller_payable: SHARE }],
  [
    'PayoutReturned',
    [
      ...s.completed,
      s.says({ kind: 'payout.returned', payoutId: `${TRANSACTION_ID}p1`, reason: 'closed', amount: SHARE }, at),
    ],
    { seller_paid: -SHARE, seller_payable: SHARE },
  ],
  ['PayoutArrivedLate', arrivedLate, { seller_payable: -SHARE, seller_paid: SHARE }],
  ['PayoutOverpaid', overpaid, { platform_loss: -SHARE, seller_paid: SHARE }],
  ['OverpaymentCounted', [...overpaid, payoutFails(at, 2)], { seller_payable: -SHARE, platform_loss: SHARE }],
  ['OverpaymentReturned', [...overpaid, payoutFails(at + 1, 1)], { seller_paid: -SHARE, platform_loss: SHARE }],
  ['ChargebackLost', [...s.shipped, chargeback('lost', at)], { escrow: -TOTAL, psp_clearing: TOTAL }],
  [
    'ChargebackLost',
    [...s.shipped, chargeback('lost', at, SHARE)],
    { escrow: -TOTAL, fee_income: FEE, psp_clearing: SHARE },
  ],
  [
    'ChargebackLost',
    [...s.shipped, chargeback('lost', at, TOTAL + 5)],
    { escrow: -TOTAL, platform_loss: -5, psp_clearing: TOTAL + 5 },
  ],
  [
    'ChargebackLost',
    [...s.released, chargeback('lost', at)],
    { seller_payable: -SHARE, fee_income: -FEE, psp_clearing: TOTAL },
  ],
  ['ChargebackPartlyLost', [...s.shipped, chargeback('lost', at, 1_000)], { escrow: -1_000, psp_clearing: 1_000 }],
  [
    'ChargebackPartlyLost',
    [...s.released, chargeback('lost', at, 1_000)],
    { seller_payable: -1_000, psp_clearing: 1_000 },
  ],
  [
    'ChargebackPartlyLost',
    [...partOnItsWay, chargeback('lost', at)],
    { escrow: -(TOTAL - 4_000), platform_loss: -4_000, psp_clearing: TOTAL },
  ],
  [
    'OneChargebackPartlyLost',
    [...s.shipped, chargeback('opened', at, 500, 'cb-2'), chargeback('lost', at, 1_000)],
    { escrow: -1_000, psp_clearing: 1_000 },
  ],
  ['ChargebackReversed', [...chargedBack, chargeback('won', at)], { escrow: TOTAL, psp_clearing: -TOTAL }],
  [
    'ChargebackReversed',
    [...s.shipped, chargeback('lost', at, SHARE), chargeback('won', at, SHARE)],
    { escrow: TOTAL, fee_income: -FEE, psp_clearing: -SHARE },
  ],
  [
    'ChargebackPartlyReversed',
    [...s.shipped, chargeback('lost', at, 1_000), chargeback('won', at, 1_000)],
    { escrow: 1_000, psp_clearing: -1_000 },
  ],
  [
    'ChargebackPartlyReversed',
    [...s.released, chargeback('lost', at, 1_000), chargeback('won', at, 1_000)],
    { seller_payable: 1_000, psp_clearing: -1_000 },
  ],
  [
    'LateChargebackReversed',
    [...s.completed, chargeback('lost', at), chargeback('won', at)],
    { platform_loss: TOTAL, psp_clearing: -TOTAL },
  ],
  [
    'LossRecovered',
    [...s.payingOut, chargeback('lost', at), s.payoutFails(at)],
    { seller_payable: -SHARE, fee_income: -FEE, platform_loss: TOTAL },
  ],
  [
    'LossPartlyRecovered',
    [...s.payingOut, chargeback('lost', at, 1_000), s.payoutFails(at)],
    { seller_payable: -1_000, platform_loss: 1_000 },
  ],
  ['LateChargebackLost', [...s.completed, chargeback('lost', at)], { platform_loss: -TOTAL, psp_clearing: TOTAL }],
];

const OF_ONE_TRANSACTION = ['escrow', 'seller_payable', 'payout_transit', 'refund_transit', 'duplicate'];

test.each(OUTCOMES)('%s posts its money to the right accounts [L-135] [L-137]', (type, commands, expected) => {
  let transaction = transactionAggregate.initial;
  let moved: Record<string, number> | undefined;
  for (const event of s.historyOf(commands)) {
    if (event.type === type)
      moved = Object.fromEntries(postings(event, transaction).map(({ account, amount }) => [account, amount]));
    transaction = transactionAggregate.evolve(transaction, event);
  }
  const named = Object.entries(expected).map(([account, amount]) => [
    OF_ONE_TRANSACTION.includes(account) ? `${account}:${TRANSACTION_ID}` : account,
    amount,
  ]);
  expect(moved).toEqual(Object.fromEntries(named));
  expect(Object.values(expected).reduce((sum, amount) => sum + amount, 0)).toBe(0);
});

test('no other event moves money', () => {
  const moving = new Set(OUTCOMES.map(([type]) => type));
  for (const type of Object.keys(transactionEvents) as TransactionEventType[]) {
    if (moving.has(type)) continue;
    const event = { type, data: { at, amount: 5, captured: 5, toSeller: 5, toBuyer: 5, fee: 5 } } as never;
    expect(postings(event, s.transactionAfter(s.shipped)), type).toEqual([]);
  }
});
