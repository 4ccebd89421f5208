import { expect, test } from 'vitest';
import { consequenceOfCancelling } from '#web/transactions/actions/cancelWords.ts';
import { aSale } from './aSale.ts';

const unpaid = { paymentHistory: [] };

test('who cancels an unpaid purchase reads before that the listing is closed to them for a while', () => {
  expect(consequenceOfCancelling(aSale({ ...unpaid, role: 'buyer' }))).toBe(
    'Nothing has been charged. The listing is released at once. You can buy it again after 1 hour, later each further time.',
  );
});

test('its seller reads nothing of that', () => {
  expect(consequenceOfCancelling(aSale({ ...unpaid, role: 'seller' }))).toBe(
    'Nothing has been charged. The listing is released at once.',
  );
});
