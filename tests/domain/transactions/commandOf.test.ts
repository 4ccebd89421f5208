import { expect, test } from 'vitest';
import { commandOf } from '#domain/transactions/process/commandOf.ts';

test('names the only command that can record the events', () => {
  expect(commandOf(['TransactionCancelled', 'RefundRequested'], 'seller')).toBe('Cancel');
  expect(commandOf(['DeliveryConfirmed', 'EscrowReleased', 'PayoutApproved'], 'buyer')).toBe('ConfirmDelivery');
  expect(commandOf(['DisputeOpened'], 'buyer')).toBe('OpenDispute');
});

test('names none that another party sends, and none if several fit', () => {
  expect(commandOf(['DeliveryConfirmed'], 'seller')).toBeNull();
  expect(commandOf(['RefundRequested'], 'staff')).toBeNull();
  expect(commandOf([], 'buyer')).toBeNull();
});
