import { describe, expect, test } from 'vitest';
import { SYSTEM } from '#domain/shared/actor.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { shortTransactionId } from '#domain/shared/shortIds.ts';
import { allowedCommands } from '#domain/transactions/allowed.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import * as s from './scenario.ts';
import { buyer, command, given, MONDAY, pay, seller, setShipping, stranger, TOTAL } from './scenario.ts';

const processingNow = s.says({ kind: 'payment.processing', sessionId: 'session-1' }, MONDAY + MINUTE);
const failedAt = (at: number, sessionId = 'session-1') =>
  s.says({ kind: 'payment.failed', sessionId, reason: 'declined' }, at);
const reopen = (at: number, attempt = 2) =>
  command('OpenCheckout', buyer, at, {
    checkout: { attempt, sessionId: `session-${attempt}`, url: `/checkout/${attempt}` },
  });
const cancelBy = (
  by: typeof buyer,
  reason: 'UNAVAILABLE' | 'SHIPPING_ISSUES' | 'OTHER' | null,
  otherReason: string | null = null,
) => command('Cancel', by, MONDAY + MINUTE, { reason, otherReason });

describe('buying', () => {
  test('creates the transaction with its fee and a payment window of 30 minutes [L-047] [D2-379] [D2-367] [D2-175] [L-023]', () => {
    const transaction = given([])
      .when(s.buy())
      .emits([
        'TransactionCreated',
        { fee: 475, windowEndsAt: MONDAY + 30 * MINUTE, policyVersion: CURRENT_TERMS.version },
      ]);
    expect(transaction.status).toBe('CREATED');
    expect(transaction.transactionId).toBe(shortTransactionId(s.TRANSACTION_ID));
    expect(s.dueAt(transaction, 'paymentWindow')).toBe(MONDAY + 30 * MINUTE);
  });
  test('rejects a purchase of your own listing [L-043]', () => {
    const own = { ...s.buy(), by: seller, buyerId: seller.id } as ReturnType<typeof s.buy>;
    given([]).when(own).isRejected({ code: 'ownListing' });
  });
  test('rejects a purchase in another user’s name', () =>
    given([])
      .when({ ...s.buy(), by: stranger })
      .isRejected({ code: 'notYourTransaction' }));
  test.each([0, 4_000_001, 10.5])(
    'rejects a price of %d cents',
    (amount) => void given([]).when(s.buy(amount)).isRejected({ code: 'amountOutOfRange' }),
  );
  test('rejects a second creation', () =>
    given(s.bought).when(s.buy()).isRejected({ code: 'notNow', status: 'CREATED' }));
});

describe('the shipping address', () => {
  test('opens the checkout and keeps the end of the payment window [L-049] [L-052] [D2-176] [D2-373]', () => {
    const transaction = given(s.bought)
      .when(setShipping(MONDAY + 10 * MINUTE))
      .emits(['ShippingSet', { zone: 'domestic', total: TOTAL }], ['CheckoutOpened', { attempt: 1 }]);
    expect(transaction.status).toBe('PAYMENT_PENDING');
    expect(s.dueAt(transaction, 'paymentWindow')).toBe(MONDAY + 30 * MINUTE);
  });
  test.each([s.pending, s.failed])(
    'can be corrected before the window ends and then opens a new checkout [L-051]',
    (...history) => {
      const transaction = given(history)
        .when(setShipping(MONDAY + MINUTE, 2, 1500))
        .emits('ShippingSet', 'CheckoutOpened');
      expect([transaction.status, transaction.total, transaction.checkout?.sessionId]).toEqual([
        'PAYMENT_PENDING',
        TOTAL + 1000,
        'session-2',
      ]);
    },
  );
  test('rejects a checkout that a later one has replaced', () =>
    given(s.pending).when(setShipping(MONDAY, 1)).isRejected({ code: 'notNow' }));
  test('rejects a country that is not offered [L-050]', () => {
    const elsewhere = { ...setShipping(), address: { ...s.address, country: 'Brazil' } } as ReturnType<
      typeof setShipping
    >;
    given(s.bought).when(elsewhere).isRejected({ code: 'countryNotOffered' });
  });
  test('rejects everyone but the buyer [L-050] [L-022]', () => {
    given(s.bought)
      .when({ ...setShipping(), by: stranger })
      .isRejected({ code: 'notYourTransaction' });
    given(s.bought)
      .when({ ...setShipping(), by: seller })
      .isRejected(s.notNow('CREATED', ['Cancel']));
  });
  test('is rejected at the end of the window and while a payment is processing [L-051] [L-049]', () => {
    given(s.bought)
      .when(setShipping(MONDAY + 30 * MINUTE - 1))
      .emits('ShippingSet', 'CheckoutOpened');
    given(s.bought)
      .when(setShipping(MONDAY + 30 * MINUTE))
      .isRejected({ code: 'windowOver' });
    given(s.processing)
      .when(setShipping(MONDAY + MINUTE, 2))
      .isRejected({ code: 'notNow', status: 'PAYMENT_PENDING' });
  });
});

describe('paying', () => {
  test('a processing payment stops the window and arms the settlement deadline [L-053] [L-054]', () => {
    const transaction = given(s.pending)
      .when(processingNow)
      .emits(['PaymentProcessing', { settlementEndsAt: MONDAY + MINUTE + 7 * DAY }]);
    expect(transaction.status).toBe('PAYMENT_PENDING');
    expect(s.armedKinds(transaction)).toEqual(['settlement']);
    given(s.pending)
      .when(s.says({ kind: 'payment.processing', sessionId: 'another' }, MONDAY))
      .emits('ProviderFactRecorded');
    given(s.processing).when(processingNow).changesNothing();
  });
  test.each([
    ['PAYMENT_PENDING', s.pending],
    ['PAYMENT_FAILED', s.failed],
    ['PAYMENT_PENDING', s.processing],
  ] as const)(
    'captures the quoted amount in %s and gives the seller 96 hours to ship [L-055] [L-057] [D2-160] [D2-380] [D2-381]',
    (_, history) => {
      const transaction = given(history)
        .when(pay(MONDAY + HOUR))
        .emits([
          'PaymentCaptured',
          { captured: TOTAL, shipBy: MONDAY + 97 * HOUR, shipReminderAt: MONDAY + 73 * HOUR },
        ]);
      expect(transaction.status).toBe('AWAIT_SHIPPING');
      expect(s.armedKinds(transaction)).toEqual(['shipReminder', 'shipment', 'escalation']);
    },
  );
  test.each([
    ['a cent less', pay(MONDAY, TOTAL - 1)],
    ['another currency', pay(MONDAY, TOTAL, 'payment-1', 'USD')],
  ])('refunds %s in full [L-058]', (_, payment) => {
    const transaction = given(s.pending)
      .when(payment)
      .emits('PaymentMismatched', ['RefundRequested', { toSeller: 0, fee: 0, refundId: `${s.TRANSACTION_ID}r1` }]);
    expect(transaction.status).toBe('REFUND_BUYER');
    expect(transaction.refund?.amount).toBe(transaction.captured);
    expect(s.armedKinds(transaction)).toEqual(['refundWatch', 'escalation']);
  });
  test('refunds a payment made before the quote', () =>
    void given(s.bought)
      .when(pay(MONDAY, s.AMOUNT + s.FEE))
      .emits('PaymentMismatched', 'RefundRequested'));
  test('accepts the current quote paid through an old session', () =>
    void given([...s.pending, setShipping(MONDAY, 2)])
      .when(pay())
      .emits('PaymentCaptured'));
  test('keeps the window running after a failed payment [L-059] [D2-187]', () => {
    const transaction = given(s.pending)
      .when(failedAt(MONDAY + 5 * MINUTE))
      .emits(['PaymentFailed', { windowEndsAt: MONDAY + 30 * MINUTE }]);
    expect(transaction.status).toBe('PAYMENT_FAILED');
    expect(s.dueAt(transaction, 'paymentWindow')).toBe(MONDAY + 30 * MINUTE);
    given(s.bought).when(failedAt(MONDAY)).emits('PaymentFailed');
  });
  test('treats an abandoned checkout as a failed payment and keeps the window running [L-041]', () => {
    const abandoned = s.says({ kind: 'payment.failed', sessionId: 'session-1', reason: 'cancelled' }, MONDAY + MINUTE);
    given(s.pending)
      .when(abandoned)
      .emits(['PaymentFailed', { reason: 'cancelled', windowEndsAt: MONDAY + 30 * MINUTE }]);
  });
  test('starts a new window of 30 minutes after a failure during processing [L-059]', () => {
    const transaction = given(s.processing)
      .when(failedAt(MONDAY + 2 * DAY))
      .emits('PaymentFailed');
    expect(s.armedKinds(transaction)).toEqual(['paymentWindow']);
    expect(s.dueAt(transaction, 'paymentWindow')).toBe(MONDAY + 2 * DAY + 30 * MINUTE);
    given([...s.processing, failedAt(MONDAY + 2 * DAY)])
      .when(reopen(MONDAY + 2 * DAY + MINUTE))
      .emits('CheckoutOpened');
  });
  test('only records the failure of an old session and counts a repeated failure once [L-038] [L-039]', () => {
    given([...s.pending, setShipping(MONDAY, 2)])
      .when(failedAt(MONDAY))
      .emits(['ProviderFactRecorded', { kind: 'payment.failed', reference: 'session-1' }]);
    given(s.failed).when(failedAt(MONDAY)).changesNothing();
    given(s.paid).when(failedAt(MONDAY)).emits('ProviderFactRecorded');
  });
  test('lets the buyer pay again after a failure until the window ends [L-060] [D2-177]', () => {
    const transaction = given(s.failed)
      .when(reopen(MONDAY + 29 * MINUTE))
      .emits(['CheckoutOpened', { attempt: 2 }]);
    expect(transaction.status).toBe('PAYMENT_PENDING');
    given(s.failed)
      .when(reopen(MONDAY + 30 * MINUTE))
      .isRejected({ code: 'windowOver' });
    given(s.failed)
      .when({ ...reopen(MONDAY), by: seller })
      .isRejected({ code: 'notNow' });
  });
  test('returns the buyer to an open checkout [D2-177]', () =>
    given(s.pending)
      .when(reopen(MONDAY + MINUTE, 1))
      .changesNothing());
  test('replaces a checkout that ended at the provider with a later one', () => {
    const transaction = given(s.pending)
      .when(reopen(MONDAY + MINUTE))
      .emits(['CheckoutOpened', { attempt: 2 }]);
    expect([transaction.status, transaction.checkout?.sessionId]).toEqual(['PAYMENT_PENDING', 'session-2']);
    given([...s.pending, reopen(MONDAY + MINUTE)])
      .when(reopen(MONDAY + MINUTE))
      .changesNothing();
  });
  test('rejects a checkout without an address', () => {
    given(s.bought)
      .when(reopen(MONDAY, 1))
      .isRejected(s.notNow('CREATED', ['SetShipping', 'Cancel']));
  });
});

describe('the end of the window', () => {
  test.each([
    ['paymentWindow', s.pending, MONDAY + 30 * MINUTE],
    ['paymentWindow', s.failed, MONDAY + 30 * MINUTE],
    ['settlement', s.processing, MONDAY + 7 * DAY],
  ] as const)('%s: expires the transaction when the provider says unpaid [L-061] [D2-157]', (kind, history, dueAt) => {
    const transaction = given(history)
      .when(s.fires(kind, dueAt, { checkout: 'unpaid' }))
      .emits('TransactionExpired');
    expect(transaction.status).toBe('CANCELLED');
    expect(s.armedKinds(transaction)).toEqual([]);
  });
  test.each(['paid', 'unknown', undefined])(
    'does not expire the transaction when the provider says %s [L-061] [L-063]',
    (checkout) => {
      given(s.pending)
        .when(s.fires('paymentWindow', MONDAY + 30 * MINUTE, { checkout }))
        .changesNothing();
    },
  );
  test('expires a transaction without a checkout without asking the provider [D2-157]', () => {
    const transaction = given(s.bought)
      .when(s.fires('paymentWindow', MONDAY + 30 * MINUTE))
      .emits('TransactionExpired');
    expect(transaction.status).toBe('CANCELLED');
  });
  test('ignores a deadline that is early, cleared or different [L-024] [L-027]', () => {
    const window = MONDAY + 30 * MINUTE;
    given(s.pending)
      .when(s.fires('paymentWindow', window, { checkout: 'unpaid' }, window - 1))
      .changesNothing();
    given(s.pending)
      .when(s.fires('paymentWindow', window - 1, { checkout: 'unpaid' }, window))
      .changesNothing();
    given(s.processing)
      .when(s.fires('paymentWindow', window, { checkout: 'unpaid' }))
      .changesNothing();
    given(s.paid)
      .when(s.fires('paymentWindow', window, { checkout: 'unpaid' }))
      .changesNothing();
    given(s.expired)
      .when(s.fires('paymentWindow', window, { checkout: 'unpaid' }))
      .changesNothing();
  });
  test('rejects deadlines fired by people', () => {
    const forged = { ...s.fires('paymentWindow', MONDAY + 30 * MINUTE, { checkout: 'unpaid' }), by: buyer };
    given(s.pending)
      .when(forged as ReturnType<typeof s.fires>)
      .isRejected({ code: 'notYourTransaction' });
  });
});

describe('cancelling', () => {
  test.each([
    ['CREATED', s.bought],
    ['PAYMENT_PENDING', s.pending],
    ['PAYMENT_FAILED', s.failed],
    ['processing', s.processing],
  ] as const)(
    'is open to either party in %s and refunds nothing [L-064] [L-065] [D2-166] [D2-184] [D2-256]',
    (_, history) => {
      const bought = given(history)
        .when(cancelBy(buyer, 'UNAVAILABLE'))
        .emits(['TransactionCancelled', { by: 'buyer', reason: null, otherReason: null }]);
      const sold = given(history)
        .when(cancelBy(seller, 'SHIPPING_ISSUES'))
        .emits(['TransactionCancelled', { by: 'seller', reason: 'SHIPPING_ISSUES', otherReason: null }]);
      for (const transaction of [bought, sold])
        expect([transaction.status, s.armedKinds(transaction)]).toEqual(['CANCELLED', []]);
    },
  );
  test('needs a reason from the seller, and OTHER needs details [L-065] [D2-142]', () => {
    given(s.pending)
      .when(cancelBy(seller, 'UNAVAILABLE', 'gone'))
      .emits(['TransactionCancelled', { by: 'seller', reason: 'UNAVAILABLE', otherReason: null }]);
    given(s.pending).when(cancelBy(seller, null)).isRejected({ code: 'cancellationReasonRequired' });
    given(s.pending)
      .when(cancelBy(seller, 'OTHER', '  '))
      .isRejected({ code: 'cancellationDetailsRequired' });
    given(s.pending)
      .when(cancelBy(seller, 'OTHER', 'My dog ate it'))
      .emits(['TransactionCancelled', { otherReason: 'My dog ate it' }]);
  });
  test('by the seller refunds a paid transaction in full, fee included [L-067] [L-070] [D2-185] [D2-168]', () => {
    given(s.paid).when(cancelBy(seller, null)).isRejected({ code: 'cancellationReasonRequired' });
    const transaction = given(s.paid)
      .when(cancelBy(seller, 'UNAVAILABLE'))
      .emits('TransactionCancelled', ['RefundRequested', { amount: TOTAL, toSeller: 0, fee: 0 }]);
    expect([transaction.status, s.armedKinds(transaction)]).toEqual(['REFUND_BUYER', ['refundWatch', 'escalation']]);
  });
  test('by the buyer is possible for 60 minutes after payment [L-068]', () => {
    const at = (at: number) => command('Cancel', buyer, at, { reason: null, otherReason: null });
    given(s.paid)
      .when(at(MONDAY + HOUR))
      .emits('TransactionCancelled', 'RefundRequested');
    given(s.paid)
      .when(at(MONDAY + HOUR + 1))
      .isRejected(s.notNow('AWAIT_SHIPPING', []));
  });
  test.each([
    ['IN_ESCROW', s.shipped],
    ['ESCROW_COMPLETED', s.waitingForBank],
    ['READY_FOR_PAYOUT', s.released],
    ['PAYOUT_INITIATED', s.payingOut],
    ['COMPLETED', s.completed],
    ['CANCELLED', s.expired],
    ['REFUND_BUYER', s.cancelledPaid],
    ['REFUNDED', [...s.cancelledPaid, s.refunded(MONDAY + 2 * HOUR)]],
  ] as const)('is not offered and is rejected for both parties in %s [L-022] [D2-257]', (status, history) => {
    for (const by of [seller, buyer]) {
      given(history).when(cancelBy(by, 'UNAVAILABLE')).isRejected({ code: 'notNow', status });
      expect(allowedCommands(s.transactionAfter(history), by, MONDAY + MINUTE)).not.toContain('Cancel');
    }
  });
  test('is rejected for a third party [L-022]', () => {
    given(s.paid).when(cancelBy(stranger, 'UNAVAILABLE')).isRejected({ code: 'notYourTransaction' });
    given(s.paid).when(cancelBy(s.staff, 'UNAVAILABLE')).isRejected({ code: 'notYourTransaction' });
  });
});

describe('a purchase whose seller is suspended', () => {
  const cancelled: ['TransactionCancelled', object] = ['TransactionCancelled', { by: 'system', reason: null }];
  const whileSuspended = (captured = TOTAL) => {
    const { fact: event } = pay(MONDAY + MINUTE, captured) as Extract<
      ReturnType<typeof pay>,
      { type: 'RecordProviderFact' }
    >;
    return s.says(event, MONDAY + MINUTE, s.SUSPENDED);
  };
  const itself = command('Cancel', s.SYSTEM, MONDAY + MINUTE, { reason: null, otherReason: null });

  test('is cancelled while unpaid, even during a bank transfer', () => {
    const underWay = s.says({ kind: 'payment.processing', sessionId: 'session-1' }, MONDAY + MINUTE);
    for (const history of [[s.buy()], s.pending, [...s.pending, underWay]]) {
      const transaction = given(history).when(itself).emits(cancelled);
      expect([transaction.status, s.armedKinds(transaction)]).toEqual(['CANCELLED', []]);
    }
  });
  test('is not cancelled once paid, and the time to ship continues', () => {
    given(s.paid).when(itself).isRejected(s.notNow('AWAIT_SHIPPING', []));
  });
  test.each([
    ['the right amount', TOTAL],
    ['a wrong amount', TOTAL - 1],
  ])('refunds a payment for %s in the same append and captures nothing', (_, captured) => {
    const transaction = given(s.pending)
      .when(whileSuspended(captured))
      .emits(cancelled, ['LatePaymentReceived', { captured }], ['RefundRequested', { amount: captured, fee: 0 }]);
    expect([transaction.status, s.armedKinds(transaction)]).toEqual(['REFUND_BUYER', ['refundWatch', 'escalation']]);
  });
  test('is not refunded twice when the provider repeats its message', () => {
    given([...s.pending, whileSuspended()])
      .when(whileSuspended())
      .changesNothing();
  });
  test('is not refunded while a chargeback is open', () => {
    const claim = s.says({ kind: 'chargeback.opened', chargebackId: 'cb', amount: TOTAL }, MONDAY + MINUTE);
    const transaction = given([...s.pending, claim])
      .when(whileSuspended())
      .emits(cancelled, 'LatePaymentReceived', 'ChargebackOpened');
    expect(transaction.status).toBe('REFUND_BUYER');
  });
});

describe('a late or duplicate payment', () => {
  test('is refunded and never revives a cancelled transaction [L-128]', () => {
    const transaction = given(s.expired)
      .when(pay(MONDAY + DAY))
      .emits('LatePaymentReceived', ['RefundRequested', { amount: TOTAL }]);
    expect(transaction.status).toBe('REFUND_BUYER');
    const end = given([...s.expired, pay(MONDAY + DAY)])
      .when(s.refunded(MONDAY + 2 * DAY))
      .emits('RefundCompleted');
    expect(end.status).toBe('REFUNDED');
  });
  test.each([
    ['AWAIT_SHIPPING', s.paid],
    ['IN_ESCROW', s.shipped],
    ['COMPLETED', s.completed],
    ['REFUND_BUYER', s.cancelledPaid],
  ] as const)('refunds a second payment in %s without changing the transaction [L-129] [L-130]', (status, history) => {
    const twice = pay(MONDAY + 30 * DAY, TOTAL, 'payment-2');
    const transaction = given(history)
      .when(twice)
      .emits('DuplicatePaymentReceived', ['DuplicateRefundRequested', { paymentId: 'payment-2', amount: TOTAL }]);
    expect(transaction.status).toBe(status);
    const refundId = transaction.duplicates['payment-2']?.refundId as string;
    expect(refundId).not.toBe(transaction.refund?.id);
    const done = given([...history, twice])
      .when(s.refunded(MONDAY + 31 * DAY, TOTAL, refundId))
      .emits('DuplicateRefundCompleted');
    expect([done.status, done.refunded]).toEqual([status, 0]);
    const refused = s.says({ kind: 'refund.failed', refundId, reason: 'card closed' }, MONDAY + 31 * DAY);
    const after = given([...history, twice])
      .when(refused)
      .emits('DuplicateRefundFailed');
    expect(after.status).toBe(status);
    given([...history, twice, refused])
      .when(command('RetryRefund', s.staff, MONDAY + 32 * DAY))
      .emits(['DuplicateRefundRequested', { paymentId: 'payment-2' }]);
  });
  test('retries its failed refund like that of the first payment, then opens a case [L-130]', () => {
    const twice = pay(MONDAY, TOTAL, 'payment-2');
    const latest = (transaction: Transaction) => transaction.duplicates['payment-2']!;
    const fails = (transaction: Transaction, at: number) =>
      s.says({ kind: 'refund.failed', refundId: latest(transaction).refundId, reason: 'card closed' }, at);
    let history = [...s.paid, twice];
    let at = MONDAY;
    for (const wait of [HOUR, DAY, 3 * DAY]) {
      const failed = given(history)
        .when(fails(s.transactionAfter(history), at))
        .emits('DuplicateRefundFailed');
      expect(openCases(failed)).toEqual([]);
      history = [...history, fails(s.transactionAfter(history), at)];
      expect(s.dueAt(failed, 'duplicateRetry')).toBe(at + wait);
      at += wait;
      const again = s.fires('duplicateRetry', at);
      const transaction = given(history)
        .when(again)
        .emits(['DuplicateRefundRequested', { paymentId: 'payment-2', amount: TOTAL }]);
      expect(s.armedKinds(transaction)).not.toContain('duplicateRetry');
      history = [...history, again];
    }
    const given4 = given(history)
      .when(fails(s.transactionAfter(history), at))
      .emits('DuplicateRefundFailed', ['EscalatedToStaff', { cause: 'duplicateRefundFailed' }]);
    expect(openCases(given4).map(({ kind }) => kind)).toEqual(['refundFailed']);
    expect(s.armedKinds(given4)).not.toContain('duplicateRetry');
  });
  test('retries two failed refunds on their own schedules [L-130]', () => {
    const fails = (n: number) =>
      s.says({ kind: 'refund.failed', refundId: `${s.TRANSACTION_ID}r${n}`, reason: 'closed' }, MONDAY + n * HOUR);
    const history = [...s.paid, pay(MONDAY, TOTAL, 'payment-2'), pay(MONDAY, TOTAL, 'payment-3'), fails(1), fails(2)];
    expect(s.dueAt(s.transactionAfter(history), 'duplicateRetry')).toBe(MONDAY + 2 * HOUR);
    const transaction = given(history)
      .when(s.fires('duplicateRetry', MONDAY + 2 * HOUR))
      .emits(['DuplicateRefundRequested', { paymentId: 'payment-2' }]);
    expect(s.dueAt(transaction, 'duplicateRetry')).toBe(MONDAY + 3 * HOUR);
  });
  test('opens a case that staff can close when the provider is silent [L-130]', () => {
    const silent = command('ReportSilence', s.SYSTEM, MONDAY + 40 * DAY, { about: 'duplicateRefund' });
    const history = [...s.paid, pay(MONDAY, TOTAL, 'payment-2')];
    const transaction = given(history)
      .when(silent)
      .emits(['EscalatedToStaff', { cause: 'providerSilent' }]);
    expect(openCases(transaction).map(({ kind }) => kind)).toEqual(['providerSilent']);
    const closed = given([...history, silent])
      .when(s.closeCase('providerSilent', MONDAY + 41 * DAY))
      .emits('CaseClosed');
    expect(openCases(closed)).toEqual([]);
    given(history)
      .when({ ...silent, by: s.buyer })
      .isRejected({ code: 'notNow' });
  });
  test('counts a repeated message once [L-038]', () =>
    given(s.paid)
      .when(pay(MONDAY + HOUR))
      .changesNothing());
  test('refunds a repeated duplicate once, even after its refund succeeded or failed [L-038]', () => {
    const second = pay(MONDAY + HOUR, TOTAL, 'payment-2');
    const history = [...s.paid, second];
    const { refundId } = s.transactionAfter(history).duplicates['payment-2']!;
    const again = { ...second, at: MONDAY + 2 * HOUR };
    given(history).when(again).changesNothing();
    given([...history, s.refunded(MONDAY + DAY, TOTAL, refundId)])
      .when(again)
      .changesNothing();
    const refused = s.says({ kind: 'refund.failed', refundId, reason: 'card closed' }, MONDAY + DAY);
    given([...history, refused])
      .when(again)
      .changesNothing();
  });
  test.each([
    ['of another amount', s.pending, pay(MONDAY, TOTAL - 1)],
    ['after the end of the window', s.expired, pay(MONDAY + DAY)],
  ])('refunds a payment %s once when reported twice [L-038]', (_, history, payment) =>
    given([...history, payment])
      .when({ ...payment, at: payment.at + HOUR })
      .changesNothing(),
  );
  test('records a message about an unknown transaction with its amount', () =>
    void given([])
      .when(pay())
      .emits(['ProviderFactRecorded', { kind: 'payment.paid', amount: TOTAL }]));
  test('records a message without a matching row [L-039]', () => {
    const other = s.says({ kind: 'other', name: 'radar.warning', reference: 'r-1', amount: null }, MONDAY);
    expect(
      given(s.paid)
        .when(other)
        .emits(['ProviderFactRecorded', { kind: 'radar.warning' }]).status,
    ).toBe('AWAIT_SHIPPING');
    given(s.paid)
      .when({ ...other, by: SYSTEM } as typeof other)
      .emits('ProviderFactRecorded');
    given(s.paid)
      .when({ ...other, by: buyer } as typeof other)
      .isRejected({ code: 'notYourTransaction' });
  });
});
