import { expect, test } from 'vitest';
import { consequenceOfCancelling } from '#web/transactions/text/cancelText.ts';
import { aTransaction } from './aSale.ts';

const unpaid = { paymentHistory: [] };

test('who cancels an unpaid purchase reads before that the listing is closed to them for a while', () => {
  expect(consequenceOfCancelling(aTransaction({ ...unpaid, role: 'buyer' }))).toBe(
    'Nothing has been charged. The listing is no longer reserved for this purchase. You can buy it again after 1 hour; each further cancellation makes you wait longer.',
  );
});

test('its seller reads nothing of that', () => {
  expect(consequenceOfCancelling(aTransaction({ ...unpaid, role: 'seller' }))).toBe(
    'Nothing has been charged. The listing is no longer reserved for this purchase.',
  );
});

test.each([
  ['buyer', 'you'],
  ['seller', 'the buyer'],
] as const)('the %s is not told that nothing is charged while a bank has the payment in hand', (role, payer) => {
  const fact = { status: 'PAYMENT_PENDING', timestamp: '2026-11-14T18:41:00.000Z', detail: null };
  const paymentHistory = [{ ...fact, event: 'PaymentProcessing' }];
  const words = consequenceOfCancelling(aTransaction({ paymentHistory, role }));
  expect(words).toContain(
    `if it arrives, all of it goes back to ${payer}. The listing is no longer reserved for this purchase.`,
  );
  expect(words).not.toContain('Nothing has been charged');
});
