import { describe, expect, test } from 'vitest';
import { PROVIDER } from '#domain/shared/actor.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { heldMoney } from '#domain/transactions/state.ts';
import { allowedCommands, transactionAggregate } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';
import {
  buyer,
  casesAfter,
  chargeback,
  command,
  confirmOutside,
  FEE,
  given,
  historyOf,
  MONDAY,
  refundFails,
  refundFailsForGood,
  rejectOutside,
  SHARE,
  secondStaff,
  settle,
  staff,
  TOTAL,
  TRANSACTION_ID,
  transactionAfter,
} from './scenario.ts';

const r = (n: number) => `${TRANSACTION_ID}r${n}`;
const FIRST = `${TRANSACTION_ID}o1`;
const { SETTLED_AT: AT } = s;
const second = { paymentId: 'payment-2' };
const refundFailed = refundFailsForGood(s.cancelledPaid);

describe('a failed refund that staff paid from our own bank account', () => {
  test('ends the transaction with the owed amount, as a refund would', () => {
    expect(casesAfter(refundFailed)).toEqual(['refundFailed']);
    const transaction = given(refundFailed)
      .when(settle('refund'))
      .emits(
        [
          'SettledOutsideProvider',
          { settlementId: FIRST, what: 'refund', amount: TOTAL, reference: 'Reliquary refund', by: staff.id },
        ],
        ['RefundCompleted', { refundId: r(1), amount: TOTAL, providerRefundId: `outside.${FIRST}` }],
      );
    expect([transaction.status, transaction.refundInTransit, transaction.refunded]).toEqual(['REFUNDED', 0, TOTAL]);
    expect(casesAfter([...refundFailed, settle('refund')])).toEqual([]);
  });
  test('keeps the books balanced: the provider keeps the payment, our bank paid as much', () => {
    expect(s.booksAfter([...refundFailed, settle('refund')])).toEqual({ psp_clearing: -TOTAL, own_bank: TOTAL });
  });
  test('releases the rest to the seller after a partial refund', () => {
    const partFailed = refundFailsForGood([...s.underReview, s.decide(2_000)], s.DISPUTED_AT + 3 * DAY);
    const transaction = given(partFailed)
      .when(settle('refund'))
      .emits(
        ['SettledOutsideProvider', { amount: 2_000 }],
        'PartialRefundCompleted',
        'EscrowReleased',
        'PayoutApproved',
      );
    expect([transaction.refunded, transaction.payable]).toEqual([2_000, SHARE - 2_000]);
  });
});

describe('a payment from our own bank account is rejected', () => {
  test.each([
    ['while the refund is under way', s.cancelledPaid],
    ['while it is retried automatically', [...s.cancelledPaid, refundFails(MONDAY + 2 * DAY)]],
    ['once staff retry it', [...refundFailed, command('RetryRefund', staff, AT - HOUR)]],
  ])('%s', (_, history) => {
    given(history).when(settle('refund')).isRejected({ code: 'refundMayArrive' });
  });
  test('when the provider is silent, because the refund may have been sent', () => {
    const watchEnd = s.dueAt(transactionAfter(s.cancelledPaid), 'refundWatch') ?? 0;
    const silent = [...s.cancelledPaid, s.fires('refundWatch', watchEnd)];
    expect(transactionAfter(silent).refund).toMatchObject({ state: 'requested', watchUntil: null });
    given(silent)
      .when(settle('refund', AT + 99 * DAY))
      .isRejected({ code: 'refundMayArrive' });
  });
  test('a second time', () => {
    given([...refundFailed, settle('refund')])
      .when(settle('refund', AT + DAY))
      .isRejected({ code: 'settledAlready' });
  });
  test('for money under an open chargeback', () => {
    given([...refundFailed, chargeback('opened', AT - DAY)])
      .when(settle('refund'))
      .isRejected({ code: 'claimedByBank' });
  });
  test('when nothing is owed', () => {
    for (const what of ['refund', 'duplicate', 'kept'] as const)
      given(s.completed)
        .when(settle(what, AT, what === 'duplicate' ? second : {}))
        .isRejected({ code: 'nothingOwed' });
  });
  test('without a reference or a reason', () => {
    for (const words of [{ reference: ' ' }, { rationale: '' }])
      given(refundFailed)
        .when(settle('refund', AT, words))
        .isRejected({ code: 'textRequired' });
  });
  test('from everyone but staff without a part in the transaction', () => {
    const by = (actor: typeof staff) => ({ ...settle('refund'), by: actor }) as TransactionCommand;
    given(refundFailed).when(by(buyer)).isRejected({ code: 'notNow' });
    given(refundFailed)
      .when(by({ ...buyer, role: 'staff' }))
      .isRejected({ code: 'notNow' });
    for (const actor of [s.auditor, s.stranger, PROVIDER])
      given(refundFailed).when(by(actor)).isRejected({ code: 'notYourTransaction' });
  });
});

describe('a refund that arrives after staff paid it from our bank', () => {
  const late = (at: number, details: object = {}) =>
    s.says({ kind: 'refund.done', refundId: r(1), amount: TOTAL, ...details }, at);
  const settled = [...refundFailed, settle('refund')];
  test.each([
    ['with the provider’s own id', { providerRefundId: 're_late' }],
    ['without one', {}],
  ])('is our loss once and opens a case: %s', (_, details) => {
    const transaction = given(settled)
      .when(late(AT + DAY, details))
      .emits(['RefundArrivedLate', { amount: TOTAL, ours: 0, twice: TOTAL }]);
    expect([transaction.refunded, transaction.refundedTwice, transaction.platformLoss]).toEqual([TOTAL, TOTAL, TOTAL]);
    expect(casesAfter([...settled, late(AT + DAY, details)])).toEqual(['providerFact']);
    expect(s.booksAfter([...settled, late(AT + DAY, details)])).toEqual({ own_bank: TOTAL, platform_loss: -TOTAL });
    given([...settled, late(AT + DAY, details)])
      .when(late(AT + 2 * DAY, details))
      .changesNothing();
  });
  test('repays our loss when it returns and is owed to nobody', () => {
    const twice = [...settled, late(AT + DAY, { providerRefundId: 're_late' })];
    const back = s.says(
      { kind: 'refund.failed', refundId: r(1), providerRefundId: 're_late', reason: 'closed' },
      AT + 2 * DAY,
    );
    const transaction = given(twice)
      .when(back)
      .emits(['RefundCameBack', { amount: TOTAL, twice: TOTAL }]);
    expect([transaction.platformLoss, transaction.refundedTwice, Object.keys(transaction.duplicates)]).toEqual([
      0,
      0,
      [],
    ]);
    expect(s.booksAfter([...twice, back])).toEqual({ psp_clearing: -TOTAL, own_bank: TOTAL });
  });
  test('returns no money when the provider repeats its failure', () => {
    const again = s.says({ kind: 'refund.failed', refundId: r(1), reason: 'card closed' }, AT + DAY);
    const transaction = given(settled).when(again).emits('ProviderFactRecorded');
    expect([transaction.status, transaction.refunded, Object.keys(transaction.duplicates)]).toEqual([
      'REFUNDED',
      TOTAL,
      [],
    ]);
  });
  test('leaves the seller’s share alone', () => {
    const partFailed = refundFailsForGood([...s.underReview, s.decide(2_000)], s.DISPUTED_AT + 3 * DAY);
    const transaction = given([...partFailed, settle('refund')])
      .when(late(AT + HOUR, { amount: 2_000 }))
      .emits(['RefundArrivedLate', { ours: 0, twice: 2_000 }], 'StaffHoldPlaced');
    expect([transaction.payable, transaction.platformLoss]).toEqual([SHARE - 2_000, 2_000]);
  });
  test('counts as paid twice only up to the amount that staff paid', () => {
    given(settled)
      .when(late(AT + DAY, { amount: TOTAL + 100 }))
      .emits(['RefundArrivedLate', { ours: 100, twice: TOTAL }]);
  });
});

describe('a refund by hand at the provider after staff paid it from our bank', () => {
  const PART = 2_000;
  const byHand = (at: number, amount: number, payment: object = { paymentId: 'payment-1' }) =>
    s.says({ kind: 'refund.done', refundId: 're_hand', amount, ...payment }, at);
  const settled = [...refundFailed, settle('refund')];
  test.each([
    ['with its payment named', { paymentId: 'payment-1' }],
    ['without a payment named', {}],
  ])('is our loss and opens a case: %s', (_, payment) => {
    const transaction = given(settled)
      .when(byHand(AT + DAY, PART, payment))
      .emits(['RefundMadeByHand', { amount: PART, ours: PART, twice: PART }]);
    expect([transaction.refunded, transaction.refundedTwice, transaction.platformLoss]).toEqual([TOTAL, PART, PART]);
    expect(casesAfter([...settled, byHand(AT + DAY, PART, payment)])).toEqual(['providerFact']);
  });
  test('takes only the amount beyond the staff payment from the seller’s share', () => {
    const partFailed = refundFailsForGood([...s.underReview, s.decide(PART)], s.DISPUTED_AT + 3 * DAY);
    const history = [...partFailed, settle('refund')];
    const transaction = given(history)
      .when(byHand(AT + HOUR, PART))
      .emits(['RefundMadeByHand', { twice: PART }], 'StaffHoldPlaced');
    expect([transaction.payable, transaction.platformLoss]).toEqual([SHARE - PART, PART]);
    const more = given(history)
      .when(byHand(AT + HOUR, PART + 100))
      .emits(['RefundMadeByHand', { twice: PART }], ['LossPartlyRecovered', { amount: 100 }], 'StaffHoldPlaced');
    expect([more.payable, more.platformLoss]).toEqual([SHARE - PART - 100, PART]);
  });
  test('counts once as paid twice, so the next one covers only what is left', () => {
    const again = s.says(
      { kind: 'refund.done', refundId: 're_more', amount: PART, paymentId: 'payment-1' },
      AT + 2 * DAY,
    );
    given([...settled, byHand(AT + DAY, TOTAL - 500)])
      .when(again)
      .emits(['RefundMadeByHand', { ours: PART, twice: 500 }]);
  });
  test('repays our loss when it returns and is owed to nobody', () => {
    const made = [...settled, byHand(AT + DAY, PART)];
    const back = s.says({ kind: 'refund.failed', refundId: 're_hand', reason: 'closed' }, AT + 2 * DAY);
    const transaction = given(made)
      .when(back)
      .emits(['RefundCameBack', { amount: PART, twice: PART }]);
    expect([transaction.platformLoss, transaction.refundedTwice, Object.keys(transaction.duplicates)]).toEqual([
      0,
      0,
      [],
    ]);
    expect(s.booksAfter([...made, back])).toEqual({ psp_clearing: -TOTAL, own_bank: TOTAL });
  });
});

describe('a second payment whose refund failed for good', () => {
  const twice = [...s.shipped, s.pay(s.SHIPPED_AT, TOTAL, 'payment-2')];
  const secondFailed = (() => {
    let commands: TransactionCommand[] = twice;
    for (let n = 1; ; n++) {
      commands = [...commands, refundFails(s.SHIPPED_AT + n * DAY, r(n))];
      const retryAt = s.dueAt(transactionAfter(commands), 'duplicateRetry');
      if (retryAt === undefined) return commands;
      commands = [...commands, s.fires('duplicateRetry', retryAt, {}, retryAt)];
    }
  })();
  test('is settled from our bank, and the transaction continues', () => {
    const at = s.ESCROW_END - DAY;
    const transaction = given(secondFailed)
      .when(settle('duplicate', at, second))
      .emits(
        ['SettledOutsideProvider', { what: 'duplicate', paymentId: 'payment-2', amount: TOTAL }],
        ['DuplicateRefundCompleted', { refundId: r(4), amount: TOTAL }],
      );
    expect([transaction.status, transaction.duplicates['payment-2']?.state]).toEqual(['IN_ESCROW', 'done']);
    expect(s.booksAfter([...secondFailed, settle('duplicate', at, second)])).toEqual({
      psp_clearing: -2 * TOTAL,
      own_bank: TOTAL,
      [`escrow:${TRANSACTION_ID}`]: TOTAL,
    });
    expect(casesAfter([...secondFailed, settle('duplicate', at, second)])).toEqual([]);
  });
  test('is not settled under another payment’s id or without one', () => {
    for (const details of [{}, { paymentId: 'payment-3' }])
      given(secondFailed)
        .when(settle('duplicate', AT, details))
        .isRejected({ code: 'nothingOwed' });
  });
  test('is not settled while its refund is on its way', () => {
    given(twice)
      .when(settle('duplicate', AT, second))
      .isRejected({ code: 'refundMayArrive' });
  });
  test('is our loss, not taken from held money, when an earlier refund arrives late', () => {
    const at = s.ESCROW_END - DAY;
    const transaction = given([...secondFailed, settle('duplicate', at, second)])
      .when(s.refunded(at + HOUR, TOTAL, r(2)))
      .emits(['RefundArrivedLate', { ours: 0, twice: TOTAL }], 'StaffHoldPlaced');
    expect([transaction.inEscrow, transaction.platformLoss]).toEqual([TOTAL, TOTAL]);
  });
  test('in another currency is settled and lost in its own accounts', () => {
    const dollars = [...s.shipped, s.pay(s.SHIPPED_AT, 5_000, 'payment-2', 'USD')];
    let commands: TransactionCommand[] = dollars;
    for (let n = 1; ; n++) {
      commands = [...commands, refundFails(s.SHIPPED_AT + n * DAY, r(n))];
      const retryAt = s.dueAt(transactionAfter(commands), 'duplicateRetry');
      if (retryAt === undefined) break;
      commands = [...commands, s.fires('duplicateRetry', retryAt)];
    }
    const at = s.ESCROW_END - DAY;
    const settled = [...commands, settle('duplicate', at, second)];
    given(commands)
      .when(settle('duplicate', at, second))
      .emits(['SettledOutsideProvider', { amount: 5_000, currency: 'USD' }], 'DuplicateRefundCompleted');
    expect(s.booksAfter(settled)).toMatchObject({ 'psp_clearing.usd': -5_000, 'own_bank.usd': 5_000 });
    const late = s.says({ kind: 'refund.done', refundId: r(4), providerRefundId: 're_late', amount: 5_000 }, at + HOUR);
    given(settled)
      .when(late)
      .emits(['RefundArrivedLate', { ours: 5_000 }], 'StaffHoldPlaced');
    expect(s.booksAfter([...settled, late])).toMatchObject({ 'own_bank.usd': 5_000, 'platform_loss.usd': -5_000 });
    const back = s.says(
      { kind: 'refund.failed', refundId: r(4), providerRefundId: 're_late', reason: 'closed' },
      at + DAY,
    );
    const transaction = given([...settled, late])
      .when(back)
      .emits(['RefundCameBack', { ours: 5_000 }]);
    expect([transaction.lostOfOther.USD, transaction.duplicates['payment-2']?.state]).toEqual([0, 'done']);
  });
});

describe('money kept for the seller', () => {
  const PART = 2_475;
  const paying = [
    ...s.shipped,
    chargeback('opened', s.SHIPPED_AT + DAY, PART),
    s.receive(s.SHIPPED_AT + DAY + HOUR),
    chargeback('lost', s.SHIPPED_AT + DAY + 2 * HOUR, PART),
    s.run(s.RUN_AT),
  ];
  const kept = [...paying, chargeback('won', s.RUN_AT + HOUR, PART), s.paidOut(s.RUN_AT + 2 * HOUR, 1, SHARE - PART)];
  test('is settled from our bank: nothing is owed and its case ends', () => {
    const transaction = given(kept)
      .when(settle('kept'))
      .emits(['SettledOutsideProvider', { what: 'kept', amount: PART }]);
    expect([transaction.keptForSeller, transaction.keptPaid, transaction.feeTaken, transaction.status]).toEqual([
      0,
      PART,
      FEE,
      'COMPLETED',
    ]);
    expect(heldMoney(transaction)).toBe(heldMoney(transactionAfter(kept)));
    expect(casesAfter([...kept, settle('kept')])).toEqual([]);
    expect(s.booksAfter([...kept, settle('kept')])).toEqual({
      psp_clearing: -TOTAL,
      seller_paid: SHARE - PART,
      own_bank: PART,
      fee_income: FEE,
    });
    given([...kept, settle('kept')])
      .when(settle('kept', AT + DAY))
      .isRejected({ code: 'settledAlready' });
  });
  test('stays a case until it is paid, even if an earlier release let staff close it', () => {
    expect(allowedCommands(transactionAfter(kept), staff, AT)).not.toContain('CloseCase');
    given(kept).when(s.closeCase('chargebackReversed', AT)).isRejected({ code: 'notNow' });
    // with another case that staff may close
    given([...kept, chargeback('lost', AT - DAY, 1, 'cb-2')])
      .when(s.closeCase('chargebackReversed', AT))
      .isRejected({ code: 'stillOwed' });
    const closed = { at: AT, kind: 'chargebackReversed', note: 'dealt with', by: staff.id } as const;
    expect(
      openCases(transactionAggregate.evolve(transactionAfter(kept), { type: 'CaseClosed', data: closed })).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['chargebackReversed']);
  });
  test('does not cover another chargeback once it is paid', () => {
    const transaction = given([...kept, settle('kept')])
      .when(chargeback('lost', AT + DAY, PART))
      .emits('LateChargebackOpened', 'LateChargebackLost');
    expect([transaction.keptForSeller, transaction.keptPaid, transaction.platformLoss]).toEqual([0, PART, PART]);
  });
  test('is owed only beyond an overpayment of the seller', () => {
    const late = [
      ...s.payingOut,
      s.payoutFails(s.RUN_AT),
      chargeback('lost', s.RUN_AT + 1, PART),
      s.paidOut(s.RUN_AT + HOUR),
      chargeback('won', s.RUN_AT + 2 * HOUR, PART),
    ];
    expect([transactionAfter(late).overpaid, transactionAfter(late).keptForSeller]).toEqual([PART, PART]);
    given(late).when(settle('kept')).isRejected({ code: 'nothingOwed' });
    const payoutId = `${TRANSACTION_ID}p1`;
    const returned = s.says({ kind: 'payout.returned', payoutId, reason: 'closed', amount: SHARE }, AT - DAY);
    expect(transactionAfter([...late, returned]).overpaid).toBe(0);
    given([...late, returned])
      .when(settle('kept'))
      .emits(['SettledOutsideProvider', { amount: PART }]);
  });
  test('is not settled during a chargeback', () => {
    given([...kept, chargeback('opened', AT - DAY, PART, 'cb-2')])
      .when(settle('kept'))
      .isRejected({ code: 'claimedByBank' });
  });
});

describe('a settlement above €500', () => {
  const dear = s.dearRefundFailed();
  const proposed = [...dear, settle('refund')];
  test('is proposed and moves no money until a second person confirms it', () => {
    const transaction = given(dear)
      .when(settle('refund'))
      .emits(['OutsideSettlementProposed', { settlementId: FIRST, amount: s.DEAR_TOTAL, proposedBy: staff.id }]);
    expect([transaction.status, transaction.refundInTransit]).toEqual(['REFUND_BUYER', s.DEAR_TOTAL]);
    expect(casesAfter(proposed)).toEqual(expect.arrayContaining(['confirmation', 'refundFailed']));
    const settled = given(proposed)
      .when(confirmOutside())
      .emits(
        ['SettledOutsideProvider', { settlementId: FIRST, by: staff.id, confirmedBy: secondStaff.id }],
        'RefundCompleted',
      );
    expect([settled.status, settled.outside.proposed]).toEqual(['REFUNDED', null]);
  });
  test('cannot be confirmed by its author, under another id, or proposed twice', () => {
    given(proposed)
      .when(confirmOutside(AT + HOUR, staff))
      .isRejected({ code: 'ownDecision' });
    given(proposed)
      .when(confirmOutside(AT + HOUR, secondStaff, 2))
      .isRejected({ code: 'decisionChanged' });
    given(proposed)
      .when(settle('refund', AT + HOUR))
      .isRejected({ code: 'settlementProposed' });
  });
  test('can be rejected or withdrawn, and the money is still owed', () => {
    for (const [by, own] of [
      [secondStaff, false],
      [staff, true],
    ] as const) {
      const transaction = given(proposed)
        .when(rejectOutside(AT + HOUR, by))
        .emits(['OutsideSettlementRejected', { own, by: by.id }]);
      expect([transaction.outside.proposed, transaction.refundInTransit]).toEqual([null, s.DEAR_TOTAL]);
    }
    given(proposed)
      .when(rejectOutside(AT + HOUR, secondStaff, ' '))
      .isRejected({ code: 'textRequired' });
    // the next settlement gets a new id
    const [again] = historyOf([...proposed, rejectOutside(), settle('refund', AT + DAY)]).slice(-1);
    expect(again?.data).toMatchObject({ settlementId: `${TRANSACTION_ID}o2` });
  });
  test.each([
    ['staff retry the refund', command('RetryRefund', staff, AT + 1)],
    ['the refund arrives', s.refunded(AT + 1, s.DEAR_TOTAL)],
    ['the provider reports another failure', refundFails(AT + 1)],
    ['a chargeback is opened', chargeback('opened', AT + 1)],
  ])('cannot be confirmed after %s', (_, meanwhile) => {
    expect(transactionAfter([...proposed, meanwhile]).outside.proposed).toBeNull();
    given([...proposed, meanwhile])
      .when(confirmOutside())
      .isRejected({ code: 'notNow' });
  });
});
