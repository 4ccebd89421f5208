import { refundTime, shipment, until } from '#domain/notifications/moneyText.ts';
import { SELLER_DOES_NOT_SELL } from '#domain/notifications/transactions/text.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import {
  breakdown,
  type Family,
  moneyIn,
  promisedIn,
  referenceOf,
  spelledTermsIn,
  sumOf,
  termsIn,
  titleOf,
  toTransaction,
} from '../content.ts';

const COMES_BACK = 'If a payment for it is still on its way, we send it back as soon as it arrives.';

const SENT_BACK: Readonly<Record<string, string>> = {
  amount: 'The amount did not match this sale, so the sale could not continue.',
  late: 'It came after the sale had ended.',
  twice: 'The sale had already been paid.',
};

export const paymentEmails = {
  paymentReceived: (email) => ({
    subject: `Payment received for ${referenceOf(email)}`,
    heading: 'Your payment is in escrow',
    paragraphs: [
      `We hold your payment for ${titleOf(email)}.`,
      ...moneyIn(email, shipment),
      `Within the next ${spelledTermsIn(email).cancellation} you can still cancel, as long as it is not shipped.`,
    ],
    amounts: breakdown(email),
    action: toTransaction(email),
  }),
  salePaid: (email) => ({
    subject: `Paid: ship ${email.transaction?.title ?? 'your miniature'}`,
    heading: 'Your miniature is paid',
    paragraphs: [
      `The payment for ${titleOf(email)} is in escrow.`,
      ...moneyIn(email, shipment),
      ...(email.transaction && email.transaction.amount > termsFor(email.transaction).highValue
        ? [`Its price is over ${termsIn(email).highValue}, so a tracking code is needed.`]
        : []),
    ],
    action: toTransaction(email, 'Confirm Shipment'),
  }),
  paymentFailed: (email) => ({
    subject: `Payment failed for ${referenceOf(email)}`,
    heading: 'Your payment did not succeed',
    paragraphs: [
      `Nothing was charged for ${titleOf(email)}. It is still reserved for you.`,
      ...moneyIn(email, until('paymentWindow', 'settlement')),
    ],
    action: toTransaction(email, 'Try Again'),
  }),
  paymentTimedOut: (email) => ({
    subject: `Payment window closed for ${referenceOf(email)}`,
    heading: 'The payment window has closed',
    paragraphs: [
      `We received no payment for ${titleOf(email)} in time, so we cancelled the purchase. The listing is no longer reserved for you.`,
    ],
    action: { label: 'View Listing', path: `/listings/${email.transaction?.listingId ?? ''}` },
  }),
  saleTimedOut: (email) => ({
    subject: `Not paid in time: ${email.transaction?.title ?? referenceOf(email)}`,
    heading: 'The sale was not paid',
    paragraphs: [
      `The buyer of ${titleOf(email)} did not pay in time. Your listing is no longer reserved for this sale; you do not have to do anything.`,
    ],
    action: { label: 'View Listing', path: `/listings/${email.transaction?.listingId ?? ''}` },
  }),
  paymentSentBack: (email) => ({
    subject: `Your payment of ${sumOf(email.details.captured, email)} is being returned`,
    heading: 'We are returning your payment',
    paragraphs: [
      `We received ${sumOf(email.details.captured, email)} for ${titleOf(email)}. ${SENT_BACK[String(email.details.cause)] ?? ''}`,
      `We send the whole amount back the way it came. ${refundTime(promisedIn(email))}`,
    ],
    action: toTransaction(email),
  }),
  saleMispaid: (email) => ({
    subject: `Wrong amount paid: ${email.transaction?.title ?? referenceOf(email)}`,
    heading: 'The wrong amount was paid',
    paragraphs: [
      `The wrong amount was paid for ${titleOf(email)}, so the sale has ended and we return the money.`,
      'Do not ship the miniature. Your listing is no longer reserved for this sale; you do not have to do anything.',
    ],
    action: toTransaction(email),
  }),
  saleCancelled: (email) => {
    const yours = email.details.by === email.role;
    const { by } = email.details;
    const cancelled =
      by === 'system'
        ? `The sale of ${titleOf(email)} was cancelled: ${SELLER_DOES_NOT_SELL}.`
        : `${yours ? 'You have' : `The ${by} has`} cancelled the sale of ${titleOf(email)}.`;
    const refund =
      email.role === 'buyer'
        ? `We refund your payment in full, including the fee. ${refundTime(promisedIn(email))}`
        : 'The buyer is refunded in full. Do not ship the miniature.';
    return {
      subject: `Cancelled: ${referenceOf(email)}`,
      heading: 'The sale was cancelled',
      paragraphs: [
        cancelled,
        email.details.paid === 1 ? refund : 'Nothing had been paid.',
        ...(email.role === 'buyer' && by !== 'buyer' && email.details.paid !== 1 ? [COMES_BACK] : []),
      ],
      action: toTransaction(email),
    };
  },
} as const satisfies Family;
