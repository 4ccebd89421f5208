import { describe, expect, test } from 'vitest';
import { evidenceReceipt } from '#domain/notifications/evidenceReceipt.ts';
import { DAY } from '#domain/shared/instants.ts';
import * as s from '../transactions/scenario.ts';

type History = Parameters<typeof s.transactionAfter>[0];
const rowsOf = (history: History, events = s.historyOf(history)) =>
  Object.fromEntries(evidenceReceipt(s.transactionAfter(history), events));

describe('the receipt for the buyer’s bank', () => {
  test('names the purchase, both places, the delivery and what the buyer paid', () => {
    const rows = rowsOf(s.shipped);
    expect(rows).toMatchObject({
      Purchase: s.transactionAfter(s.shipped).transactionId,
      'Sent from': s.transactionAfter(s.shipped).sellerCountry,
      Price: '€80.00',
      'Fee paid by the buyer': '€4.75',
      Delivery: '€5.00',
      Total: '€89.75',
      'Payment reference': 'payment-1',
    });
    expect(rows['Sent to']).toMatch(/, .+, /);
    expect(rows.Paid).toMatch(/^€89\.75 on .+ UTC$/);
    expect(rows.Shipped).toMatch(/ UTC, /);
    expect(rows).not.toHaveProperty('Refunded');
  });
  test('says only what happened', () => {
    const rows = rowsOf([s.buy()]);
    for (const label of ['Sent to', 'Shipped', 'Delivery', 'Total', 'Paid', 'Payment reference'])
      expect(rows).not.toHaveProperty([label]);
    const refunded = [...s.cancelledPaid, s.refunded(s.MONDAY + DAY)];
    expect(rowsOf(refunded).Refunded).toBe('€89.75');
  });
  test('leaves out an erased address', () => {
    const erased = s
      .historyOf(s.shipped)
      .map((event) => (event.type === 'ShippingSet' ? { ...event, data: { ...event.data, address: null } } : event));
    expect(rowsOf(s.shipped, erased)).not.toHaveProperty(['Sent to']);
  });
});
