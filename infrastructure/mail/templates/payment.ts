import { refundTime, shipment, until } from '#domain/telling/moneyWords.ts';
import { SELLER_DOES_NOT_SELL } from '#domain/telling/sales/words.ts';
import { policyOf } from '#domain/transactions/policy.ts';
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
  toSale,
} from '../content.ts';

const COMES_BACK = 'Should a payment for it be on its way all the same, it goes back to you as soon as it arrives.';

const SENT_BACK: Readonly<Record<string, string>> = {
  amount: 'It was not the amount of this sale, so the sale could not go on.',
  late: 'It came after the sale had ended.',
  twice: 'The sale had been paid already.',
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
    action: toSale(email),
  }),
  salePaid: (email) => ({
    subject: `Paid: ship ${email.sale?.title ?? 'your miniature'}`,
    heading: 'Your miniature is paid',
    paragraphs: [
      `The payment for ${titleOf(email)} is in escrow.`,
      ...moneyIn(email, shipment),
      ...(email.sale && email.sale.amount > policyOf(email.sale).highValue
        ? [`Its price is over ${termsIn(email).highValue}, so a tracking code is needed.`]
        : []),
    ],
    action: toSale(email, 'Confirm Shipment'),
  }),
  paymentFailed: (email) => ({
    subject: `Payment failed for ${referenceOf(email)}`,
    heading: 'Your payment did not succeed',
    paragraphs: [
      `Nothing was charged for ${titleOf(email)}. It stays reserved for you meanwhile.`,
      ...moneyIn(email, until('paymentWindow', 'settlement')),
    ],
    action: toSale(email, 'Try Again'),
  }),
  paymentTimedOut: (email) => ({
    subject: `Payment time is over for ${referenceOf(email)}`,
    heading: 'The payment time is over',
    paragraphs: [
      `We received no payment for ${titleOf(email)} in time, so the purchase was cancelled: the listing is no longer kept for it.`,
    ],
    action: { label: 'View Listing', path: `/listings/${email.sale?.listingId ?? ''}` },
  }),
  saleTimedOut: (email) => ({
    subject: `Not paid in time: ${email.sale?.title ?? referenceOf(email)}`,
    heading: 'The sale was not paid',
    paragraphs: [
      `The buyer of ${titleOf(email)} did not pay in time. Your listing is no longer kept for this sale; you do not have to do anything.`,
    ],
    action: { label: 'View Listing', path: `/listings/${email.sale?.listingId ?? ''}` },
  }),
  paymentSentBack: (email) => ({
    subject: `Your payment of ${sumOf(email.details.captured, email)} goes back`,
    heading: 'Your payment goes back to you',
    paragraphs: [
      `We received ${sumOf(email.details.captured, email)} for ${titleOf(email)}. ${SENT_BACK[String(email.details.cause)] ?? ''}`,
      `The whole amount is sent back the way it came. ${refundTime(promisedIn(email))}`,
    ],
    action: toSale(email),
  }),
  saleMispaid: (email) => ({
    subject: `Wrong amount paid: ${email.sale?.title ?? referenceOf(email)}`,
    heading: 'The wrong amount was paid',
    paragraphs: [
      `The wrong amount was paid for ${titleOf(email)}, so the sale has ended and the money goes back.`,
      'Do not ship the miniature. Your listing is no longer kept for this sale; you do not have to do anything.',
    ],
    action: toSale(email),
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
        ? `Your payment is refunded in full, the fee included. ${refundTime(promisedIn(email))}`
        : 'The buyer is refunded in full. Do not ship the miniature.';
    return {
      subject: `Cancelled: ${referenceOf(email)}`,
      heading: 'The sale was cancelled',
      paragraphs: [
        cancelled,
        email.details.paid === 1 ? refund : 'Nothing had been paid.',
        ...(email.role === 'buyer' && by !== 'buyer' && email.details.paid !== 1 ? [COMES_BACK] : []),
      ],
      action: toSale(email),
    };
  },
} as const satisfies Family;
