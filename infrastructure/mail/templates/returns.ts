import type { Email } from '#application/notifications/emails/email.ts';
import { clock, dispute, disputedFunds, inspection, until } from '#domain/notifications/moneyText.ts';
import { type Family, moneyIn, referenceOf, termsIn, titleOf, toTransaction } from '../content.ts';

/** Approved by a release that did not ask for an address. */
const ASK_SELLER = [
  'Ask the seller for the return address. We refund you once they have confirmed receipt.',
  'If they do not give an address, open a dispute on the page of the sale before that date. The money then stays in escrow until our staff decide.',
];
const TRANSACTION_SAYS_WHERE =
  'The page of the sale shows the return address. We refund you once the seller has confirmed receipt.';
const WHO_PAYS = {
  buyer: 'You pay the return postage.',
  seller:
    'The seller pays the return postage: ask them for a label, or keep the receipt so that they can pay you back.',
} as const;
const whoPays = ({ details: { postage } }: Email): string[] =>
  postage === 'buyer' || postage === 'seller' ? [WHO_PAYS[postage]] : [];

const STAFF_SAY_WHERE = [
  'We do not have the return address yet, so please do not send anything. Our staff have put the sale on hold. They will tell you where to send it, or decide without the return. No money moves before then.',
];

/** There is no return address. */
const isHeld = ({ details }: Email): boolean => details.addressed === 0 || Boolean(details.suspended);
const whereTo = (email: Email): string[] => {
  if (email.details.addressed) return [TRANSACTION_SAYS_WHERE];
  return isHeld(email) ? STAFF_SAY_WHERE : ASK_SELLER;
};
const sayWhere = ({ details }: Email): string =>
  details.addressed === 0 ? 'give your return address on the page of the sale' : 'send them your return address';

export const returnEmails = {
  returnRequested: (email) => ({
    subject: `Return requested: ${referenceOf(email)}`,
    heading: 'The buyer wants to return it',
    paragraphs: [
      `The buyer wants to return ${titleOf(email)}.`,
      ...moneyIn(email, until('returnAnswer')),
      'An approved return goes to the shipping address in your settings, which the buyer can see.',
    ],
    action: toTransaction(email, 'Answer'),
  }),
  returnApproved: (email) => ({
    subject: `Return approved: ${referenceOf(email)}`,
    heading: email.role === 'seller' ? 'The return is approved' : 'You can send it back',
    paragraphs:
      email.role === 'seller'
        ? [
            `You did not answer in time, so the return of ${titleOf(email)} is approved${email.details.addressed ? ', to the shipping address in your settings' : `: ${email.keptOut ? 'reply to this email with your return address' : sayWhere(email)}`}.`,
            ...moneyIn(email, until('returnShipBack')),
            'When it arrives, confirm it, or tell us what is wrong, with photos.',
          ]
        : [
            `The return of ${titleOf(email)} is approved.`,
            ...moneyIn(email, until('returnShipBack')),
            ...whereTo(email),
            ...whoPays(email),
          ],
    action: email.role === 'seller' ? toTransaction(email) : toTransaction(email, 'Enter Tracking Code'),
  }),
  returnAddressGiven: (email) => ({
    subject: `Where to send it: ${referenceOf(email)}`,
    heading: 'The seller gave the address',
    paragraphs: [
      `You can send ${titleOf(email)} back now.`,
      ...moneyIn(email, until('returnShipBack')),
      TRANSACTION_SAYS_WHERE,
    ],
    action: toTransaction(email, 'View the address'),
  }),
  returnNotArrived: (email) => ({
    subject: `Your return has not arrived: ${referenceOf(email)}`,
    heading: 'The seller says it has not arrived',
    paragraphs: [
      `The seller says the return of ${titleOf(email)} has not arrived. The funds stay in escrow, and our staff will decide.`,
      'On the page of the sale, please show what the carrier says about the parcel, with a photo of your receipt.',
    ],
    action: toTransaction(email, 'View Return'),
  }),
  returnRefused: (email) => ({
    subject: `Return refused: ${referenceOf(email)}`,
    heading: 'The seller does not accept the return',
    paragraphs: [
      email.details.sentBack
        ? `The seller rejected what you sent back for ${titleOf(email)} and asked our staff to decide.`
        : `The seller refused your request to return ${titleOf(email)} and asked our staff to decide.`,
      'The reasons of the seller are on the page of the sale. You can add a statement there, with photos.',
      ...moneyIn(email, disputedFunds, dispute),
    ],
    action: toTransaction(email, 'View Return'),
  }),
  returnShipped: (email) => ({
    subject: `On its way back: ${email.transaction?.title ?? referenceOf(email)}`,
    heading: 'It is on its way back to you',
    paragraphs: [`The buyer has sent ${titleOf(email)} back.`, ...moneyIn(email, inspection)],
    action: toTransaction(email),
  }),
  returnInspectionResumed: (email) => ({
    subject: `The return can be inspected again: ${referenceOf(email)}`,
    heading: 'Your inspection time has resumed',
    paragraphs: [`Nothing holds up the return of ${titleOf(email)} any more.`, ...moneyIn(email, inspection)],
    action: toTransaction(email),
  }),
  returnReceived: (email) => ({
    subject: `Return counts as received: ${referenceOf(email)}`,
    heading: 'The return counts as received',
    paragraphs: [
      `You neither confirmed nor rejected the return of ${titleOf(email)} within ${termsIn(email).inspection}, so it counts as received.`,
      'The buyer is refunded in full.',
    ],
    action: toTransaction(email),
  }),
  returnLapsed: (email) => ({
    subject: `Return expired: ${referenceOf(email)}`,
    heading: 'The return has expired',
    paragraphs: [`${titleOf(email)} was not sent back in time.`, ...moneyIn(email, clock)],
    action: toTransaction(email),
  }),
} as const satisfies Family;
