import type { Email } from '#application/ports/emails.ts';
import { bankAsks, begun, hold, shipment } from '#domain/telling/moneyWords.ts';
import { type Family, moneyIn, referenceOf, sumOf, titleOf, toSale } from '../content.ts';

const shipsStill = ({ sale }: Pick<Email, 'sale'>): boolean => sale?.shippedAt === null;
const unlessShipped = (email: Pick<Email, 'sale' | 'role'>): string =>
  email.role === 'seller' && shipsStill(email) ? ' Do not ship the miniature.' : '';

/** Nobody ships for less than was agreed: what is left of a sale that was not shipped goes back. */
const afterLoss = (email: Email): string => {
  const { goesOn, through } = email.details;
  if (goesOn === 0) return `The sale has ended.${unlessShipped(email)}`;
  if (through !== 'bank' || !shipsStill(email)) return 'The sale goes on with what is left.';
  const whom = email.role === 'buyer' ? 'to you' : 'to the buyer';
  return `It was not shipped yet, so what is left goes back ${whom} as well, once nothing else holds it.${unlessShipped(email)}`;
};

const afterReversal = (email: Email): string => {
  if (email.details.hadEnded !== 1 || !shipsStill(email)) return 'What happens next stands on the page of the sale.';
  const whom = email.role === 'buyer' ? 'you' : 'the buyer';
  return `It was not shipped, so the money is for ${whom}. What happens next stands on the page of the sale.${unlessShipped(email)}`;
};

export const holdEmails = {
  saleOnHold: (email) => {
    const { cause, amount } = email.details;
    const bank = cause === 'bank';
    const claimed =
      typeof amount === 'number' && email.sale && amount < email.sale.captured ? sumOf(amount, email) : undefined;
    const asks = begun(bankAsks({ reader: email.role === 'buyer' ? 'buyer' : 'seller', claimed }));
    const why = bank
      ? `${asks} for ${titleOf(email)}. ${email.role === 'buyer' ? 'Was that a mistake? Tell your bank, and the sale goes on.' : 'We answer the bank; you do not have to do anything.'}`
      : `Our staff have stopped the sale of ${titleOf(email)} while they look at it.`;
    return {
      subject: `On hold: ${referenceOf(email)}`,
      heading: 'The sale is on hold',
      paragraphs: [why, ...moneyIn(email, hold), ...moneyIn(email, shipment)],
      action: toSale(email),
    };
  },
  saleGoesOn: (email) => ({
    subject: `The hold has ended: ${referenceOf(email)}`,
    heading: 'The hold has ended',
    paragraphs: [
      email.details.cause === 'bank'
        ? `The bank leaves the payment for ${titleOf(email)} with us.`
        : `Our staff have lifted their hold on the sale of ${titleOf(email)}.`,
      'What happens next, and when, stands on the page of the sale.',
    ],
    action: toSale(email),
  }),
  shipmentClockResumed: (email) => ({
    subject: `Ship ${email.sale?.title ?? referenceOf(email)}`,
    heading: 'You can ship it now',
    paragraphs: [`Nothing stops the sale of ${titleOf(email)} any more.`, ...moneyIn(email, shipment)],
    action: toSale(email, 'Confirm Shipment'),
  }),
  chargebackLost: (email) => {
    const { amount, goesOn, through } = email.details;
    const buyer = email.role === 'buyer';
    const sum = goesOn === 1 ? 'a part of the payment' : 'the payment';
    const byBank = through === 'bank' ? ` through ${buyer ? 'your' : 'their'} bank` : '';
    return {
      subject: `${byBank ? `The bank has returned ${sumOf(amount, email)}` : `${sumOf(amount, email)} went back`}: ${referenceOf(email)}`,
      heading: byBank
        ? `The bank has returned ${sum}`
        : `${sum === 'the payment' ? 'The payment' : 'A part of the payment'} went back`,
      paragraphs: [
        `${sumOf(amount, email)} of the payment for ${titleOf(email)} went back ${buyer ? 'to you' : 'to the buyer'}${byBank}.`,
        afterLoss(email),
      ],
      action: toSale(email),
    };
  },
  chargebackReversed: (email) => ({
    subject: `The bank has given ${sumOf(email.details.amount, email)} back to us: ${referenceOf(email)}`,
    heading: 'The bank has changed its mind',
    paragraphs: [
      `The bank has given ${sumOf(email.details.amount, email)} of the payment for ${titleOf(email)} back to us.`,
      afterReversal(email),
    ],
    action: toSale(email),
  }),
} as const satisfies Family;
