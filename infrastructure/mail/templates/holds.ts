import type { Email } from '#application/notifications/emails/email.ts';
import { bankAsks, begun, hold, shipment } from '#domain/notifications/moneyText.ts';
import { type Family, moneyIn, referenceOf, sumOf, titleOf, toTransaction } from '../content.ts';

const shipsStill = ({ transaction }: Pick<Email, 'transaction'>): boolean => transaction?.shippedAt === null;
const unlessShipped = (email: Pick<Email, 'transaction' | 'role'>): string =>
  email.role === 'seller' && shipsStill(email) ? ' Do not ship the miniature.' : '';

/** A seller never ships for a reduced amount: if the item was not shipped, the rest is refunded. */
const afterLoss = (email: Email): string => {
  const { goesOn, through } = email.details;
  if (goesOn === 0) return `The sale has ended.${unlessShipped(email)}`;
  if (through !== 'bank' || !shipsStill(email)) return 'The sale continues with the rest of the money.';
  const whom = email.role === 'buyer' ? 'to you' : 'to the buyer';
  return `It has not shipped yet, so the rest goes back ${whom} as well, once nothing else holds it.${unlessShipped(email)}`;
};

const afterReversal = (email: Email): string => {
  if (email.details.hadEnded !== 1 || !shipsStill(email)) return 'The page of the sale shows what happens next.';
  const whom = email.role === 'buyer' ? 'you' : 'the buyer';
  return `It was not shipped, so the money belongs to ${whom}. The page of the sale shows what happens next.${unlessShipped(email)}`;
};

export const holdEmails = {
  saleOnHold: (email) => {
    const { cause, amount } = email.details;
    const bank = cause === 'bank';
    const claimed =
      typeof amount === 'number' && email.transaction && amount < email.transaction.captured
        ? sumOf(amount, email)
        : undefined;
    const asks = begun(bankAsks({ reader: email.role === 'buyer' ? 'buyer' : 'seller', claimed }));
    const why = bank
      ? `${asks} for ${titleOf(email)}. ${email.role === 'buyer' ? 'Was that a mistake? Tell your bank, and the sale continues.' : 'We will answer the bank; you do not have to do anything.'}`
      : `Our staff have paused the sale of ${titleOf(email)} while they review it.`;
    return {
      subject: `On hold: ${referenceOf(email)}`,
      heading: 'The sale is on hold',
      paragraphs: [why, ...moneyIn(email, hold), ...moneyIn(email, shipment)],
      action: toTransaction(email),
    };
  },
  saleGoesOn: (email) => ({
    subject: `The hold has ended: ${referenceOf(email)}`,
    heading: 'The hold has ended',
    paragraphs: [
      email.details.cause === 'bank'
        ? `The bank lets us keep the payment for ${titleOf(email)}.`
        : `Our staff have lifted their hold on the sale of ${titleOf(email)}.`,
      'The page of the sale shows what happens next, and when.',
    ],
    action: toTransaction(email),
  }),
  shipmentClockResumed: (email) => ({
    subject: `Ship ${email.transaction?.title ?? referenceOf(email)}`,
    heading: 'You can ship it now',
    paragraphs: [`Nothing holds up the sale of ${titleOf(email)} any more.`, ...moneyIn(email, shipment)],
    action: toTransaction(email, 'Confirm Shipment'),
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
      action: toTransaction(email),
    };
  },
  chargebackReversed: (email) => ({
    subject: `The bank has given ${sumOf(email.details.amount, email)} back to us: ${referenceOf(email)}`,
    heading: 'The bank has returned the money to us',
    paragraphs: [
      `The bank has given ${sumOf(email.details.amount, email)} of the payment for ${titleOf(email)} back to us.`,
      afterReversal(email),
    ],
    action: toTransaction(email),
  }),
} as const satisfies Family;
