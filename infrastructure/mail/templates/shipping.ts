import { type Family, moment, referenceOf, titleOf, toSale } from '../content.ts';

export const shippingLetters = {
  shipReminder: (letter) => ({
    subject: `24 hours left to ship ${letter.sale?.title ?? referenceOf(letter)}`,
    heading: 'Your buyer is waiting',
    paragraphs: [
      `Ship ${titleOf(letter)} and confirm it by ${moment(letter.details.shipBy)}. After that the sale is cancelled and the buyer is refunded.`,
    ],
    action: toSale(letter, 'Confirm Shipment'),
  }),
  shipmentMissed: (letter) => ({
    subject: `Not shipped in time: ${referenceOf(letter)}`,
    heading: 'The shipment did not come in time',
    paragraphs:
      letter.role === 'buyer'
        ? [
            `The seller did not ship ${titleOf(letter)} in time. You get everything back, the fee included.`,
            'Refunds take 5 to 7 business days.',
          ]
        : [
            `You did not confirm the shipment of ${titleOf(letter)} in time, so the sale was cancelled and the buyer is refunded.`,
            'Do not ship it any more. Your listing was archived.',
          ],
    action: toSale(letter),
  }),
  shipped: (letter) => ({
    subject: `On its way: ${letter.sale?.title ?? referenceOf(letter)}`,
    heading: 'Your miniature is on its way',
    paragraphs: [
      `The seller has shipped ${titleOf(letter)}. Your payment stays in escrow until ${moment(letter.details.escrowEndsAt)}.`,
      'When it arrives, confirm the arrival. If nobody acts, the money goes to the seller when escrow ends. In its last three days you can pause it.',
    ],
    action: toSale(letter),
  }),
  deliveryConfirmed: (letter) => ({
    subject: `Arrived: ${letter.sale?.title ?? referenceOf(letter)}`,
    heading: 'Your miniature has arrived',
    paragraphs: [`The buyer has confirmed that ${titleOf(letter)} arrived.`],
    action: toSale(letter),
  }),
} as const satisfies Family;
