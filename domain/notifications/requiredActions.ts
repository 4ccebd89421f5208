import type { NeedKind } from '../transactions/needs.ts';

/** The button for each deadline that a party must meet. `moneyText.ts` has the sentences. */
export const REQUIRED_ACTIONS: { readonly [Kind in NeedKind]: string } = {
  paymentWindow: 'Go on with the purchase',
  shipment: 'Confirm shipment',
  escrowEnd: 'View Details',
  pauseLimit: 'View Details',
  returnAnswer: 'Answer the return',
  returnShipBack: 'Send it back',
  returnInspection: 'Answer the return',
  disputeAnswer: 'Answer the dispute',
  settlementOffer: 'Answer the offer',
  decidedRefund: 'View Details',
  question: 'Answer our staff',
};

/** What an open price offer asks of the side whose turn it is. */
export const OFFER_ACTIONS = {
  answer: { before: 'Answer the offer before', button: 'Answer the offer' },
  buy: { before: 'Buy it before', button: 'Buy' },
} as const;
