import { expect, test } from 'vitest';
import { consequenceOfCancelling } from '#web/transactions/text/cancelText.ts';
import { aTransaction } from './aSale.ts';

const unpaid = { paymentHistory: [] };

test('warns before cancelling an unpaid purchase that the listing closes to the buyer for a while', () => {
  expect(consequenceOfCancelling(aTransaction({ ...unpaid, role: 'buyer' }))).toBe(
    'Nothing has been charged. The listing is no longer reserved for this purchase. You can buy it again after 1 hour; each further cancellation makes you wait longer.',
  );
});

test('does not mention that to the seller', () => {
  expect(consequenceOfCancelling(aTransaction({ ...unpaid, role: 'seller' }))).toBe(
    'Nothing has been charged. The listing is no longer reserved for this purchase.',
  );
});

test.each([
  ['buyer', 'you'],
  ['seller', 'the buyer'],
] as const)('does not tell the %s that nothing is charged while a bank processes the payment', (role, payer) => {
  const fact = { status: 'PAYMENT_PENDING', timestamp: '2026-11-14T18:41:00.000Z', detail: null };
  const paymentHistory = [{ ...fact, event: 'PaymentProcessing' }];
  const words = consequenceOfCancelling(aTransaction({ paymentHistory, role }));
  expect(words).toContain(
    `if it arrives, all of it goes back to ${payer}. The listing is no longer reserved for this purchase.`,
  );
  expect(words).not.toContain('Nothing has been charged');
});
