import { euros, type Family, moment, referenceOf, titleOf, toSale } from '../content.ts';

const shipsStill = ({ sale }: { sale: { shippedAt: number | null } | null }): boolean => sale?.shippedAt === null;

export const holdLetters = {
  saleOnHold: (letter) => {
    const bank = letter.details.cause === 'bank';
    const why = bank
      ? letter.role === 'buyer'
        ? `Your bank asks us to return your payment for ${titleOf(letter)}. Was that a mistake? Tell your bank, and the sale goes on.`
        : `The buyer’s bank asks us to return the payment for ${titleOf(letter)}. We answer the bank; you need do nothing for it.`
      : `Our staff have stopped the sale of ${titleOf(letter)} while they look at it.`;
    return {
      subject: `On hold: ${referenceOf(letter)}`,
      heading: 'The sale is on hold',
      paragraphs: [
        why,
        'The money stays where it is until this has ended; we write again then.',
        ...(letter.role === 'seller' && shipsStill(letter)
          ? ['Do not ship it now. You get the whole time to ship again.']
          : []),
      ],
      action: toSale(letter),
    };
  },
  saleGoesOn: (letter) => ({
    subject: `The hold has ended: ${referenceOf(letter)}`,
    heading: 'The hold has ended',
    paragraphs: [
      letter.details.cause === 'bank'
        ? `The bank leaves the payment for ${titleOf(letter)} with us.`
        : `Our staff have lifted their hold on the sale of ${titleOf(letter)}.`,
      'What happens next, and when, stands on the page of the sale.',
    ],
    action: toSale(letter),
  }),
  shipmentClockResumed: (letter) => ({
    subject: `Ship ${letter.sale?.title ?? referenceOf(letter)}`,
    heading: 'You can ship it now',
    paragraphs: [
      `Nothing stops the sale of ${titleOf(letter)} any more. Ship it and confirm the shipment by ${moment(letter.details.shipBy)}.`,
      'If you do not, the sale is cancelled and the buyer is refunded.',
    ],
    action: toSale(letter, 'Confirm Shipment'),
  }),
  chargebackLost: (letter) => {
    const { amount, goesOn } = letter.details;
    const buyer = letter.role === 'buyer';
    return {
      subject: `The bank has returned ${euros(amount)}: ${referenceOf(letter)}`,
      heading: goesOn === 1 ? 'The bank has returned a part of the payment' : 'The bank has returned the payment',
      paragraphs: [
        `${euros(amount)} of the payment for ${titleOf(letter)} went back ${buyer ? 'to you' : 'to the buyer'} through ${buyer ? 'your' : 'their'} bank.`,
        goesOn === 1
          ? 'The sale goes on with what is left.'
          : `The sale has ended.${!buyer && shipsStill(letter) ? ' Do not ship the miniature.' : ''}`,
      ],
      action: toSale(letter),
    };
  },
} as const satisfies Family;
