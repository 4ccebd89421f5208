import { expect, test } from 'vitest';
import { availableActions } from '#web/transactions/components/actions/availableActions.ts';
import { cancellationBody, cancellationFailure } from '#web/transactions/components/actions/cancellation.ts';
import { askAgainIn, paymentOutcome } from '#web/transactions/components/payment/paymentOutcome.ts';
import { aTransaction } from './aSale.ts';

const NOW = Date.parse('2026-11-25T00:00:00.000Z');
const DAY = 86_400_000;

test('offers exactly the commands that the server allows, most likely first [D2-075]', () => {
  expect(availableActions(aTransaction({ allowed: ['PauseEscrow', 'ConfirmDelivery'] }), NOW)).toEqual([
    'confirmArrival',
    'pauseEscrow',
  ]);
  expect(availableActions(aTransaction({ allowed: [] }), NOW)).toEqual([]);
  expect(
    availableActions(
      aTransaction({ status: 'AWAIT_SHIPPING', role: 'seller', allowed: ['Cancel', 'ConfirmShipment'] }),
      NOW,
    ),
  ).toEqual(['confirmShipment', 'cancel']);
});

test('lets only the buyer rate, once, from ready for payout to 30 days after the payout [D2-263]', () => {
  const rates = (changes: Parameters<typeof aTransaction>[0], now = NOW) =>
    availableActions(aTransaction({ allowed: [], ...changes }), now).includes('rateSeller');
  expect(rates({ status: 'ESCROW_COMPLETED' })).toBe(false);
  expect(rates({ status: 'READY_FOR_PAYOUT' })).toBe(true);
  expect(rates({ status: 'PAYOUT_INITIATED' })).toBe(true);
  expect(rates({ status: 'READY_FOR_PAYOUT', sellerRated: true })).toBe(false);
  expect(rates({ status: 'READY_FOR_PAYOUT', role: 'seller' })).toBe(false);
  for (const event of ['PayoutCompleted', 'PayoutArrivedLate', 'OverpaymentCounted']) {
    const paymentHistory = [{ status: 'COMPLETED', timestamp: new Date(NOW).toISOString(), event, detail: null }];
    const paidOut = { status: 'COMPLETED' as const, paymentHistory };
    expect(rates(paidOut, NOW + 30 * DAY)).toBe(true);
    expect(rates(paidOut, NOW + 30 * DAY + 1)).toBe(false);
  }
});

test('lets a buyer who gave stars write once, while rating is open', () => {
  const writes = (changes: Parameters<typeof aTransaction>[0]) =>
    availableActions(aTransaction({ allowed: [], status: 'READY_FOR_PAYOUT', ...changes }), NOW);
  expect(writes({ sellerRated: true })).toEqual(['writeReview']);
  expect(writes({})).toEqual(['rateSeller']);
  expect(writes({ sellerRated: true, reviewed: true })).toEqual([]);
  expect(writes({ sellerRated: true, role: 'seller' })).toEqual([]);
});

test('lets a failed payment be repeated and an open one continued', () => {
  expect(availableActions(aTransaction({ status: 'PAYMENT_FAILED', allowed: ['OpenCheckout'] }), NOW)).toEqual([
    'payAgain',
  ]);
  expect(
    availableActions(aTransaction({ status: 'PAYMENT_PENDING', allowed: ['SetShipping', 'Cancel'] }), NOW),
  ).toEqual(['continuePayment', 'changeAddress', 'cancel']);
});

test('requires a reason [D2-231]', () => {
  expect(cancellationFailure({ reason: '', otherReason: '' })?.message).toBe('Please select a reason for cancellation');
});

test('requires details for another reason, and spaces do not count [D2-232]', () => {
  expect(cancellationFailure({ reason: 'OTHER', otherReason: '   ' })?.message).toBe(
    'Please provide details for the cancellation reason',
  );
  expect(cancellationFailure({ reason: 'OTHER', otherReason: 'Broken' })).toBeNull();
  expect(cancellationFailure({ reason: 'UNAVAILABLE', otherReason: '' })).toBeNull();
});

test('sends details only with another reason [D2-142]', () => {
  expect(cancellationBody({ reason: 'OTHER', otherReason: ' Broken ' })).toEqual({
    reason: 'OTHER',
    otherReason: 'Broken',
  });
  expect(cancellationBody({ reason: 'UNAVAILABLE', otherReason: 'left over' })).toEqual({
    reason: 'UNAVAILABLE',
    otherReason: null,
  });
});

test('treats a payment as completed only once the read model shows it captured [D2-095]', () => {
  const [created] = aTransaction().paymentHistory;
  const pending = aTransaction({ status: 'PAYMENT_PENDING', paymentHistory: [created!], deadlines: [] });
  expect(paymentOutcome(aTransaction())).toBe('paid');
  expect(paymentOutcome(pending)).toBe('open');
  expect(paymentOutcome({ ...pending, deadlines: [{ kind: 'settlement', dueAt: new Date(NOW).toISOString() }] })).toBe(
    'processing',
  );
  expect(paymentOutcome({ ...pending, status: 'PAYMENT_FAILED' })).toBe('failed');
  expect(paymentOutcome({ ...pending, status: 'CANCELLED' })).toBe('ended');
});

test('polls for the provider’s message, but not forever', () => {
  expect(askAgainIn('open', 0)).toBeGreaterThan(0);
  expect(askAgainIn(undefined, 0)).toBeGreaterThan(0);
  expect(askAgainIn('paid', 0)).toBe(false);
  expect(askAgainIn('open', 60_000)).toBe(false);
});
