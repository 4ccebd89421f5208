import type { Email } from '#application/ports/emails.ts';
import { clock, dispute, disputedFunds, inspection, until } from '#domain/telling/moneyWords.ts';
import { type Family, moneyIn, referenceOf, termsIn, titleOf, toSale } from '../content.ts';

/** Approved by a release that asked for no address. */
const ASK_SELLER = [
  'Ask the seller for the address to send it to. The refund comes once they have confirmed receipt.',
  'If they do not say where to, open a dispute on its page before that date: the money then stays in escrow until our staff have decided.',
];
const SALE_SAYS_WHERE =
  'The page of the sale shows the address to send it to. The refund comes once the seller has confirmed receipt.';
const WHO_PAYS = {
  buyer: 'You pay for the parcel back.',
  seller: 'The seller pays for the parcel back: ask them for a label, or keep the receipt so that they can pay you.',
} as const;
const whoPays = ({ details: { postage } }: Email): string[] =>
  postage === 'buyer' || postage === 'seller' ? [WHO_PAYS[postage]] : [];

const STAFF_SAY_WHERE = [
  'The address is not known yet, so please send nothing. Our staff hold the sale: they tell you where to send it, or decide without the return. No money moves before that.',
];

/** Nobody could say where to send it. */
const isHeld = ({ details }: Email): boolean => details.addressed === 0 || Boolean(details.suspended);
const whereTo = (email: Email): string[] => {
  if (email.details.addressed) return [SALE_SAYS_WHERE];
  return isHeld(email) ? STAFF_SAY_WHERE : ASK_SELLER;
};
const sayWhere = ({ details }: Email): string =>
  details.addressed === 0 ? 'say on the page of the sale where to' : 'tell them where to';

export const returnEmails = {
  returnRequested: (email) => ({
    subject: `Return requested: ${referenceOf(email)}`,
    heading: 'The buyer wants to return it',
    paragraphs: [
      `The buyer asks to send ${titleOf(email)} back.`,
      ...moneyIn(email, until('returnAnswer')),
      'An approved return goes to the shipping address in your settings, which the buyer reads.',
    ],
    action: toSale(email, 'Answer'),
  }),
  returnApproved: (email) => ({
    subject: `Return approved: ${referenceOf(email)}`,
    heading: email.role === 'seller' ? 'The return counts as approved' : 'You can send it back',
    paragraphs:
      email.role === 'seller'
        ? [
            `You did not answer in time, so the return of ${titleOf(email)} is approved${email.details.addressed ? ', to the shipping address in your settings' : `: ${email.keptOut ? 'answer this mail with the address to send it to' : sayWhere(email)}`}.`,
            ...moneyIn(email, until('returnShipBack')),
            'When it is with you, confirm it, or say what is wrong and show it.',
          ]
        : [
            `The return of ${titleOf(email)} is approved.`,
            ...moneyIn(email, until('returnShipBack')),
            ...whereTo(email),
            ...whoPays(email),
          ],
    action: email.role === 'seller' ? toSale(email) : toSale(email, 'Enter Tracking Code'),
  }),
  returnAddressGiven: (email) => ({
    subject: `Where to send it: ${referenceOf(email)}`,
    heading: 'The seller gave the address',
    paragraphs: [
      `You can send ${titleOf(email)} back now.`,
      ...moneyIn(email, until('returnShipBack')),
      SALE_SAYS_WHERE,
    ],
    action: toSale(email, 'View the address'),
  }),
  returnNotArrived: (email) => ({
    subject: `Your return has not arrived: ${referenceOf(email)}`,
    heading: 'The seller says that it has not arrived',
    paragraphs: [
      `The seller says that the return of ${titleOf(email)} has not arrived. The funds stay in escrow, and our staff decide.`,
      'Please show on the page of the sale what the carrier says of the parcel, with a photo of your receipt.',
    ],
    action: toSale(email, 'View Dispute'),
  }),
  returnRefused: (email) => ({
    subject: `Return refused: ${referenceOf(email)}`,
    heading: 'The seller does not accept the return',
    paragraphs: [`The return of ${titleOf(email)} is now a dispute.`, ...moneyIn(email, disputedFunds, dispute)],
    action: toSale(email, 'View Dispute'),
  }),
  returnShipped: (email) => ({
    subject: `On its way back: ${email.sale?.title ?? referenceOf(email)}`,
    heading: 'It is on its way back to you',
    paragraphs: [`The buyer has sent ${titleOf(email)} back.`, ...moneyIn(email, inspection)],
    action: toSale(email),
  }),
  returnInspectionResumed: (email) => ({
    subject: `The return can be inspected again: ${referenceOf(email)}`,
    heading: 'Your time to look at it runs again',
    paragraphs: [`Nothing stops the return of ${titleOf(email)} any more.`, ...moneyIn(email, inspection)],
    action: toSale(email),
  }),
  returnReceived: (email) => ({
    subject: `Return counts as received: ${referenceOf(email)}`,
    heading: 'The return counts as received',
    paragraphs: [
      `You neither confirmed nor rejected the return of ${titleOf(email)} within ${termsIn(email).inspection}, so it counts as received.`,
      'The buyer is refunded in full.',
    ],
    action: toSale(email),
  }),
  returnLapsed: (email) => ({
    subject: `Return lapsed: ${referenceOf(email)}`,
    heading: 'The return has lapsed',
    paragraphs: [`${titleOf(email)} was not sent back in time.`, ...moneyIn(email, clock)],
    action: toSale(email),
  }),
} as const satisfies Family;
