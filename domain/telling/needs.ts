import type { NeedKind } from '../transactions/needs.ts';

/** The button that leads to what each deadline asks of the party that it names; the sentences stand in `moneyWords.ts`. */
export const NEEDS: { readonly [Kind in NeedKind]: string } = {
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
