import { breakdown, euros, type Family, moment, referenceOf, titleOf, toSale } from '../content.ts';

const SENT_BACK: Readonly<Record<string, string>> = {
  amount: 'It was not the amount of this sale, so the sale could not go on.',
  late: 'It came after the sale had ended.',
  twice: 'The sale had been paid already.',
};

export const paymentLetters = {
  paymentReceived: (letter) => ({
    subject: `Payment received for ${referenceOf(letter)}`,
    heading: 'Your payment is safe in escrow',
    paragraphs: [
      `We hold your payment for ${titleOf(letter)}. The seller has until ${moment(letter.details.shipBy)} to ship it; otherwise you get everything back, the fee included.`,
      'Within the next hour you can still cancel.',
    ],
    amounts: breakdown(letter),
    action: toSale(letter),
  }),
  salePaid: (letter) => ({
    subject: `Paid: ship ${letter.sale?.title ?? 'your miniature'}`,
    heading: 'Your miniature is paid',
    paragraphs: [
      `The payment for ${titleOf(letter)} is in escrow. Ship it and confirm the shipment by ${moment(letter.details.shipBy)}.`,
      'If you do not, the sale is cancelled and the buyer is refunded.',
      ...((letter.sale?.amount ?? 0) > 10_000 ? ['Its price is over €100, so a tracking code is needed.'] : []),
    ],
    action: toSale(letter, 'Confirm Shipment'),
  }),
  paymentFailed: (letter) => ({
    subject: `Payment failed for ${referenceOf(letter)}`,
    heading: 'Your payment did not succeed',
    paragraphs: [
      `Nothing was charged for ${titleOf(letter)}. It stays reserved for you until ${moment(letter.details.windowEndsAt)}.`,
    ],
    action: toSale(letter, 'Try Again'),
  }),
  paymentTimedOut: (letter) => ({
    subject: `Payment time is over for ${referenceOf(letter)}`,
    heading: 'The payment time is over',
    paragraphs: [
      `We received no payment for ${titleOf(letter)} in time, so the purchase was cancelled and the listing is free again.`,
    ],
    action: { label: 'View Listing', path: `/listings/${letter.sale?.listingId ?? ''}` },
  }),
  saleTimedOut: (letter) => ({
    subject: `Not paid in time: ${letter.sale?.title ?? referenceOf(letter)}`,
    heading: 'Your listing is free again',
    paragraphs: [
      `The buyer of ${titleOf(letter)} did not pay in time. Your listing is offered again, you need do nothing.`,
    ],
    action: { label: 'View Listing', path: `/listings/${letter.sale?.listingId ?? ''}` },
  }),
  paymentSentBack: (letter) => ({
    subject: `Your payment of ${euros(letter.details.captured)} goes back`,
    heading: 'Your payment goes back to you',
    paragraphs: [
      `We received ${euros(letter.details.captured)} for ${titleOf(letter)}. ${SENT_BACK[String(letter.details.cause)] ?? ''}`,
      'The whole amount is sent back the way it came. Refunds take 5 to 7 business days.',
    ],
    action: toSale(letter),
  }),
  saleMispaid: (letter) => ({
    subject: `Paid with another sum: ${letter.sale?.title ?? referenceOf(letter)}`,
    heading: 'Your listing is free again',
    paragraphs: [
      `For ${titleOf(letter)} another sum was paid than the price, so the sale has ended and the money goes back.`,
      'Do not ship the miniature. Your listing is offered again, you need do nothing.',
    ],
    action: toSale(letter),
  }),
  saleCancelled: (letter) => {
    const yours = letter.details.by === letter.role;
    const who = yours ? 'You have' : letter.details.by === 'system' ? 'The system has' : `The ${letter.details.by} has`;
    const refund =
      letter.role === 'buyer'
        ? 'Your payment is refunded in full, the fee included. Refunds take 5 to 7 business days.'
        : 'The buyer is refunded in full. Do not ship the miniature.';
    return {
      subject: `Cancelled: ${referenceOf(letter)}`,
      heading: 'The sale was cancelled',
      paragraphs: [
        `${who} cancelled the sale of ${titleOf(letter)}.`,
        letter.details.paid === 1 ? refund : 'Nothing had been paid.',
      ],
      action: toSale(letter),
    };
  },
} as const satisfies Family;
