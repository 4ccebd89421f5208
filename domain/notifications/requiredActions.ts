import type { NeedKind } from '../transactions/needs.ts';

type Words = {
  /** Then the date follows. */
  before: string;
  /** If nothing is done until then. */
  otherwise: string;
  button: string;
};

/** What each deadline asks of the party that it names; what it does without them stands in the process table. */
export const NEEDS: { readonly [Kind in NeedKind]: Words } = {
  paymentWindow: {
    before: 'Pay before',
    otherwise: 'Otherwise the listing is released and nothing is charged.',
    button: 'Go on with the purchase',
  },
  shipment: {
    before: 'Confirm shipment before',
    otherwise: 'Otherwise the sale is cancelled and the buyer refunded in full.',
    button: 'Confirm shipment',
  },
  escrowEnd: {
    before: 'Escrow ends on',
    otherwise: 'Confirm when it has arrived. If you do nothing, the money then goes to the seller.',
    button: 'View Details',
  },
  pauseLimit: {
    before: 'The pause lasts until',
    otherwise: 'If you do nothing, a dispute then opens by itself, unless one or a return is open.',
    button: 'View Details',
  },
  returnAnswer: {
    before: 'Answer the return before',
    otherwise: 'Otherwise it counts as approved.',
    button: 'Answer the return',
  },
  returnShipBack: {
    before: 'Send it back before',
    otherwise: 'Otherwise the return lapses.',
    button: 'Send it back',
  },
  returnInspection: {
    before: 'Confirm the return before',
    otherwise: 'Otherwise it counts as received and the buyer is refunded.',
    button: 'Answer the return',
  },
  disputeAnswer: {
    before: 'Answer the dispute before',
    otherwise: 'Otherwise our staff decide without your answer.',
    button: 'Answer the dispute',
  },
  settlementOffer: {
    before: 'Answer the offer before',
    otherwise: 'Otherwise it lapses and the dispute goes on.',
    button: 'Answer the offer',
  },
  question: {
    before: 'Answer our staff before',
    otherwise: 'Otherwise they may decide without your answer.',
    button: 'Answer our staff',
  },
};
