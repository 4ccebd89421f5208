import { utcTime } from '../audit/utcTime.ts';
import { formatSum } from '../shared/currencies.ts';
import type { Instant } from '../shared/instants.ts';
import { currencyOf } from '../transactions/currency.ts';
import type { TransactionEvent } from '../transactions/events.ts';
import type { Transaction } from '../transactions/state.ts';

export type ReceiptRow = readonly [label: string, text: string];

const when = (at: Instant): string => `${utcTime(new Date(at).toISOString())} UTC`;
const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');
const rows = (...all: (ReceiptRow | false)[]): ReceiptRow[] =>
  all.filter((row): row is ReceiptRow => row !== false && row[1] !== '');

/** What the buyer paid, and for what. */
export const sumsOnReceipt = (transaction: Transaction): ReceiptRow[] => {
  const { amount, fee, shippingCost, total, capturedAt, captured } = transaction;
  return rows(
    ['Price', formatSum(amount)],
    ['Fee paid by the buyer', formatSum(fee)],
    shippingCost !== null && ['Delivery', formatSum(shippingCost)],
    total !== null && ['Total', formatSum(total)],
    capturedAt !== null && ['Paid', `${formatSum(captured, currencyOf(transaction))} on ${when(capturedAt)}`],
  );
};

type AddressEvent = Extract<TransactionEvent, { type: 'ShippingSet' }>;
type ShipmentEvent = Extract<TransactionEvent, { type: 'ShipmentConfirmed' }>;

/**
 * The receipt of a purchase, from its history. An erased address or tracking code is absent. It names the same people as the drafted texts of
 * the evidence.
 */
export const evidenceReceipt = (transaction: Transaction, events: readonly TransactionEvent[]): ReceiptRow[] => {
  const to = events.findLast((event): event is AddressEvent => event.type === 'ShippingSet')?.data.address;
  const parcel = events.findLast((event): event is ShipmentEvent => event.type === 'ShipmentConfirmed')?.data;
  const { transactionId, createdAt, item, sellerCountry, paymentId, shippedAt, deliveredAt, refunded } = transaction;
  return rows(
    ['Purchase', transactionId],
    ['Date', when(createdAt)],
    ['Item', item.title],
    ['Sent from', sellerCountry],
    to != null && [
      'Sent to',
      joined(to.fullName, to.streetAddress1, to.streetAddress2, `${to.postalCode} ${to.city}`, to.country),
    ],
    shippedAt !== null && ['Shipped', joined(when(shippedAt), parcel?.carrier, parcel?.trackingCode)],
    deliveredAt !== null && ['Delivery confirmed', when(deliveredAt)],
    ...sumsOnReceipt(transaction),
    ['Payment reference', paymentId ?? ''],
    refunded > 0 && ['Refunded', formatSum(refunded, currencyOf(transaction))],
  );
};
