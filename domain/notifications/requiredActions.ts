import type { NeedKind } from '../transactions/needs.ts';

/** The button that leads to what each deadline asks of the party that it names; the sentences stand in `moneyWords.ts`. */
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
  question: 'Answer our staff',
};

/** What an open offer asks of the one whom it waits for, before its time is over. */
export const OFFER_ACTIONS = {
  answer: { before: 'Answer the offer before', button: 'Answer the offer' },
  buy: { before: 'Buy it before', button: 'Buy' },
} as const;
